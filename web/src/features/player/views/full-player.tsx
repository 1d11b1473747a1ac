import { Suspense, useCallback, useEffect, useRef, type ReactNode } from 'react';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { useClock } from '../../../core/clock-context.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Controls } from '../controls/controls.tsx';
import type { Player } from '../core/player.ts';
import styles from './full-player.module.css';
import { artistOf, type PlayableItem } from '../core/rules.ts';
import { listenForShortcuts } from '../controls/shortcuts.ts';
import { Stage } from './stage.tsx';
import { playerTexts } from '../core/texts.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { useIdle } from './use-idle.ts';
import { closeFullPlayer } from './use-player-history.ts';
import { usePlayerState } from '../core/use-player.ts';

const Panel = lazyPart(() => import('../panels/panels.tsx'), 'Panel', 'inline');

interface FrameProps {
  readonly player: Player;
  readonly item: PlayableItem;
  /** Further actions for the current item. */
  readonly actions?: ReactNode;
}

const Frame = ({ player, item, actions }: FrameProps) => {
  const { playing, tracked, panel } = usePlayerState(player);
  const clock = useClock();
  const frame = useRef<HTMLDivElement>(null);
  const toMini = useCallback(() => player.setMode('mini'), [player]);
  const { active, toggle } = useFullscreen(frame, toMini);
  const idle = useIdle(frame, active && playing && panel === null);
  useEffect(
    () => listenForShortcuts(player, { toggleFullscreen: toggle, frame: () => frame.current, clock }),
    [player, toggle, clock],
  );
  useEffect(() => {
    // Deferred until the dialog has recorded which element opened it. The frame takes the focus because the player's
    // keys work there; on the first button, Space would press it.
    queueMicrotask(() => frame.current?.focus({ preventScroll: true }));
  }, []);
  return (
    <div
      ref={frame}
      tabIndex={-1}
      role="group"
      aria-label={playerTexts.player}
      className={classNames(
        styles['frame'],
        panel !== null && styles['withPanel'],
        active && styles['fullscreen'],
        idle && styles['idle'],
      )}
    >
      <Stage player={player} item={item} />
      {panel !== null && (
        <div className={styles['panel']}>
          <Suspense>
            <Panel player={player} name={panel} />
          </Suspense>
        </div>
      )}
      {!tracked && (
        <span className={styles['testBadge']}>
          <Badge tone="warning">{playerTexts.testBadge}</Badge>
        </span>
      )}
      <Controls
        player={player}
        className={styles['controls']}
        fullscreen={active}
        onToggleFullscreen={toggle}
        actions={actions}
      />
    </div>
  );
};

/** The player in its dialog. When the dialog closes, playing continues in the mini player. */
export const FullPlayer = ({ player, item, actions }: FrameProps) => {
  const { panel } = usePlayerState(player);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) closeFullPlayer(player);
      }}
      onEscape={() => {
        if (panel === null) return false;
        player.showPanel(null);
        return true;
      }}
      title={playerTexts.dialogTitle}
      description={playerTexts.nowPlaying(item.title, artistOf(item))}
      size="stage"
    >
      <Frame player={player} item={item} actions={actions} />
    </Dialog>
  );
};
