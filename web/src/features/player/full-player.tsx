import { Play } from 'lucide-react';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Artwork } from '../../ui/artwork.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Controls } from './controls.tsx';
import { FailurePanel } from './failure-panel.tsx';
import type { Player } from './player.ts';
import styles from './player.module.css';
import { artistOf, type PlayableItem } from './rules.ts';
import { listenForShortcuts } from './shortcuts.ts';
import { playerTexts } from './texts.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { useIdle } from './use-idle.ts';
import { useMediaSlot, usePlayerState } from './use-player.ts';

const MusicFace = ({ item }: { readonly item: PlayableItem }) => (
  <div className={styles['music']}>
    <div className={styles['backdrop']}>
      <Artwork title={item.title} src={item.thumbnail_url} eager />
    </div>
    <div className={styles['cover']}>
      <Artwork title={item.title} src={item.thumbnail_url} shape="square" eager />
    </div>
    <div className={styles['names']} aria-hidden>
      <p className={styles['songTitle']}>{item.title}</p>
      <p className={styles['songArtist']}>{artistOf(item)}</p>
    </div>
  </div>
);

/** Picture or artwork with what lies above it: waiting, failure, a large play button. */
const Stage = ({ player, item }: { readonly player: Player; readonly item: PlayableItem }) => {
  const { phase, playing, buffering, failure } = usePlayerState(player);
  const slot = useMediaSlot(player);
  const music = item.metadata.contentType === 'music';
  return (
    <div className={styles['stage']}>
      <div ref={slot} className={classNames(styles['picture'], music && styles['soundOnly'])} />
      {music && <MusicFace item={item} />}
      {failure && <FailurePanel player={player} failure={failure} />}
      {!failure && buffering && playing && (
        <span className={styles['waiting']} role="status">
          <span className={styles['spinner']} aria-hidden />
          {phase === 'opening' ? playerTexts.loading : playerTexts.buffering}
        </span>
      )}
      {!failure && !playing && (
        // The named button is in the controls; this one is for the pointer.
        <button type="button" className={styles['bigPlay']} tabIndex={-1} aria-hidden onClick={player.resume}>
          <Play size={40} fill="currentColor" />
        </button>
      )}
    </div>
  );
};

interface FrameProps {
  readonly player: Player;
  readonly item: PlayableItem;
  /** What else can be done with what plays. */
  readonly actions?: ReactNode;
}

const Frame = ({ player, item, actions }: FrameProps) => {
  const { playing, tracked } = usePlayerState(player);
  const frame = useRef<HTMLDivElement>(null);
  const toMini = useCallback(() => player.setMode('mini'), [player]);
  const { active, toggle } = useFullscreen(frame, toMini);
  const idle = useIdle(frame, active && playing);
  useEffect(() => listenForShortcuts(player, toggle), [player, toggle]);
  useEffect(() => {
    // After the dialog has noted who opened it: here the keys of the player work, on its first button they would press it.
    queueMicrotask(() => frame.current?.focus({ preventScroll: true }));
  }, []);
  return (
    <div ref={frame} tabIndex={-1} role="group" aria-label={playerTexts.player} className={classNames(styles['frame'], active && styles['fullscreen'], idle && styles['idle'])}>
      <Stage player={player} item={item} />
      {!tracked && (
        <span className={styles['testBadge']}>
          <Badge tone="warning">{playerTexts.testBadge}</Badge>
        </span>
      )}
      <Controls player={player} fullscreen={active} onToggleFullscreen={toggle} actions={actions} />
    </div>
  );
};

/** The player in its dialog. Closing it goes on in the mini player. */
export const FullPlayer = ({ player, item, actions }: FrameProps) => {
  const { failure } = usePlayerState(player);
  // There is nothing to go on with after a failure.
  const close = () => (failure ? player.cancel() : player.setMode('mini'));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={playerTexts.dialogTitle}
      description={playerTexts.nowPlaying(item.title, artistOf(item))}
      size="large"
    >
      <Frame player={player} item={item} actions={actions} />
    </Dialog>
  );
};
