import { ChevronUp, ListMusic, SkipBack, SkipForward, X } from 'lucide-react';
import { useCallback, useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { useClock } from '../../../core/clock-context.tsx';
import { classNames } from '../../../lib/class-names.ts';
import { Artwork } from '../../../ui/identity/artwork.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { failureTitle } from '../core/media-access.ts';
import { PlayButton } from '../controls/play-button.tsx';
import type { Player } from '../core/player.ts';
import styles from './mini-player.module.css';
import { adjacentIndex } from '../core/queue.ts';
import { artistOf, type PlayableItem } from '../core/rules.ts';
import { listenForShortcuts } from '../controls/shortcuts.ts';
import { panelTexts } from '../panels/panel-texts.ts';
import { playerTexts } from '../core/texts.ts';
import { useMediaSlot, usePlayerPosition, usePlayerState } from '../core/use-player.ts';

const ElapsedLine = ({ player }: { readonly player: Player }) => {
  const { time, duration } = usePlayerPosition(player);
  return (
    <span
      className={styles['elapsed']}
      style={{ '--elapsed': duration > 0 ? time / duration : 0 } as CSSProperties}
      aria-hidden
    />
  );
};

export interface MiniPlayerProps {
  readonly player: Player;
  readonly item: PlayableItem;
  /** While the full player is open, the bar stays in the page, so that the focus can return to its button. */
  readonly hidden: boolean;
  /** Further actions for the current item. */
  readonly actions?: ReactNode;
}

/** The bar at the bottom, in which playing continues while the user browses. */
export const MiniPlayer = ({ player, item, hidden, actions }: MiniPlayerProps) => {
  const state = usePlayerState(player);
  const { failure } = state;
  const clock = useClock();
  const slot = useMediaSlot(player);
  const opener = useRef<HTMLButtonElement>(null);
  const openFull = useCallback(() => player.setMode('full'), [player]);
  const onAreaClick = () => {
    opener.current?.focus({ preventScroll: true });
    openFull();
  };
  const openQueue = () => {
    player.setMode('full');
    player.showPanel('queue');
  };
  useEffect(
    () => (hidden ? undefined : listenForShortcuts(player, { toggleFullscreen: openFull, frame: () => null, clock })),
    [player, hidden, openFull, clock],
  );
  return (
    <section className={styles['mini']} aria-label={playerTexts.miniPlayer} hidden={hidden}>
      <ElapsedLine player={player} />
      <div className={styles['miniThumb']}>
        <Artwork title={item.title} src={item.thumbnail_url} eager />
        {!hidden && (
          <div
            ref={slot}
            className={classNames(styles['miniPicture'], item.metadata.contentType === 'music' && styles['soundOnly'])}
          />
        )}
      </div>
      <div className={styles['miniNames']}>
        <p className={styles['miniTitle']}>{item.title}</p>
        <p className={styles['miniArtist']} role={failure && !hidden ? 'alert' : undefined}>
          {!hidden && failure ? failureTitle(failure) : artistOf(item)}
        </p>
      </div>
      {/* For the pointer: picture and names open the full player too. The focus returns to the labeled button. */}
      <button type="button" className={styles['miniOpen']} tabIndex={-1} aria-hidden onClick={onAreaClick} />
      <div className={styles['miniTransport']}>
        <IconButton
          label={playerTexts.previous}
          disabled={adjacentIndex(state, -1) === undefined}
          onClick={player.previous}
        >
          <SkipBack aria-hidden size={18} fill="currentColor" />
        </IconButton>
        <PlayButton player={player} size={20} className={styles['play']} />
        <IconButton label={playerTexts.next} disabled={adjacentIndex(state, 1) === undefined} onClick={player.next}>
          <SkipForward aria-hidden size={18} fill="currentColor" />
        </IconButton>
      </div>
      <div className={styles['miniWindow']}>
        {actions}
        <span className={styles['roomy']}>
          <IconButton label={panelTexts.queue.title} onClick={openQueue}>
            <ListMusic aria-hidden size={20} />
          </IconButton>
        </span>
        <IconButton ref={opener} label={playerTexts.openFull} onClick={openFull}>
          <ChevronUp aria-hidden size={22} />
        </IconButton>
        <IconButton label={playerTexts.cancel} onClick={player.cancel}>
          <X aria-hidden size={20} />
        </IconButton>
      </div>
    </section>
  );
};
