import { useEffect, useId, useRef } from 'react';
import { formatDuration } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import styles from './place-panel.module.css';
import { placeTexts } from './place-texts.ts';
import type { Player } from './player.ts';
import type { PlaceChoice, PlaceOption } from './resume-rules.ts';

const nameOf = ({ seconds, from }: PlaceOption): string => {
  if (from !== null) return placeTexts.elsewhere(formatDuration(seconds), from);
  return seconds > 0 ? placeTexts.here(formatDuration(seconds)) : placeTexts.fromStart;
};

/** Asks where to go on, when the person left a content in two places. Nothing plays until they say. */
export const PlacePanel = ({ player, choice }: { readonly player: Player; readonly choice: PlaceChoice }) => {
  const title = useId();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles['panel']} role="group" aria-labelledby={title}>
      <p id={title} className={styles['title']}>
        {placeTexts.title}
      </p>
      {choice.map((option, index) => (
        <Button
          key={option.from ?? ''}
          {...(index === 0 ? { ref: first } : {})}
          variant={index === 0 ? 'primary' : 'secondary'}
          onClick={() => player.choosePlace(option.seconds)}
        >
          {nameOf(option)}
        </Button>
      ))}
    </div>
  );
};

/** Says where another device is, in a corner of what plays; pressing it goes there. */
export const PlaceOffer = ({ player, offer }: { readonly player: Player; readonly offer: PlaceOption }) => (
  <p className={styles['offer']} role="status">
    <button type="button" onClick={() => player.choosePlace(offer.seconds)}>
      {nameOf(offer)}
    </button>
  </p>
);
