import { Play } from 'lucide-react';
import { classNames } from '../../../lib/class-names.ts';
import { Artwork } from '../../../ui/identity/artwork.tsx';
import { Captions } from './captions.tsx';
import { FailurePanel } from '../panels/failure-panel.tsx';
import { ResumeOffer, ResumePanel } from '../panels/resume-panel.tsx';
import type { Player } from '../core/player.ts';
import styles from './full-player.module.css';
import { artistOf, type PlayableItem } from '../core/rules.ts';
import { playerTexts } from '../core/texts.ts';
import { useMediaSlot, usePlayerState } from '../core/use-player.ts';

const MusicStage = ({ item }: { readonly item: PlayableItem }) => (
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

/** Picture or artwork, and the layers above it: captions, loading, failure, a large play button. */
export const Stage = ({ player, item }: { readonly player: Player; readonly item: PlayableItem }) => {
  const { phase, playing, buffering, failure, choice, offer } = usePlayerState(player);
  const slot = useMediaSlot(player);
  const music = item.metadata.contentType === 'music';
  return (
    <div className={styles['stage']}>
      {!music && (phase === 'opening' || phase === 'idle') && (
        <div className={styles['poster']}>
          <Artwork title={item.title} src={item.thumbnail_url} eager />
        </div>
      )}
      <div ref={slot} className={classNames(styles['picture'], music && styles['soundOnly'])} />
      {music && <MusicStage item={item} />}
      <Captions player={player} />
      {failure && <FailurePanel player={player} item={item} failure={failure} />}
      {!failure && buffering && playing && (
        <span className={styles['waiting']} role="status">
          <span className={styles['spinner']} aria-hidden />
          {phase === 'opening' ? playerTexts.loading : playerTexts.buffering}
        </span>
      )}
      {choice && <ResumePanel player={player} choice={choice} />}
      {!failure && !choice && !playing && (
        // For the pointer only: the controls have a labeled button.
        <button type="button" className={styles['bigPlay']} tabIndex={-1} aria-hidden onClick={player.resume}>
          <Play size={40} fill="currentColor" />
        </button>
      )}
      {!failure && playing && !music && (
        // For the pointer only: pressing the picture pauses.
        <button type="button" className={styles['pauseArea']} tabIndex={-1} aria-hidden onClick={player.pause} />
      )}
      {!failure && !choice && offer && <ResumeOffer player={player} offer={offer} />}
    </div>
  );
};
