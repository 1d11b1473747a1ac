import { useEffect, useId, useRef } from 'react';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/actions/button.tsx';
import styles from './resume-panel.module.css';
import { resumeTexts } from './resume-texts.ts';
import type { Player } from '../core/player.ts';
import type { ResumeChoice, ResumeOption } from '../resume/resume-rules.ts';

const nameOf = ({ seconds, from }: ResumeOption): string => {
  if (from !== null) return resumeTexts.elsewhere(formatDuration(seconds), from);
  return seconds > 0 ? resumeTexts.here(formatDuration(seconds)) : resumeTexts.fromStart;
};

/** Asks where to resume when two devices are at different positions. Nothing plays until the user chooses. */
export const ResumePanel = ({ player, choice }: { readonly player: Player; readonly choice: ResumeChoice }) => {
  const title = useId();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles['panel']} role="group" aria-labelledby={title}>
      <p id={title} className={styles['title']}>
        {resumeTexts.title}
      </p>
      {choice.map((option, index) => (
        <Button
          key={option.from ?? ''}
          {...(index === 0 ? { ref: first } : {})}
          variant={index === 0 ? 'primary' : 'secondary'}
          onClick={() => player.chooseResumePoint(option.seconds)}
        >
          {nameOf(option)}
        </Button>
      ))}
    </div>
  );
};

/** Offers the position of another device while this one already plays. */
export const ResumeOffer = ({ player, offer }: { readonly player: Player; readonly offer: ResumeOption }) => (
  <p className={styles['offer']} role="status">
    <button type="button" onClick={() => player.chooseResumePoint(offer.seconds)}>
      {nameOf(offer)}
    </button>
  </p>
);
