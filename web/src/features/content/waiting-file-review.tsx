import { Suspense, useState, type ReactNode } from 'react';
import type { ContentView, WaitingFile } from '../../../../lambdas/contract/content/content-shapes.ts';
import { lazyPart } from '../../core/lazy-part.tsx';
import { formatDuration, formatLongDate, formatMegabytes } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import styles from './form/content-form.module.css';
import { reviewTexts } from './review-texts.ts';
import type { FileOutcome } from './waiting-file-dialog.tsx';

const WaitingFileDialog = lazyPart(
  () => import('./waiting-file-dialog.tsx'),
  'WaitingFileDialog',
  ({ onClose }) => onClose(),
);
const texts = reviewTexts.file;

export interface WaitingFileReviewProps {
  readonly content: Pick<ContentView, 'id' | 'title'>;
  readonly file: WaitingFile;
  /** Plays the waiting file. */
  readonly player: ReactNode;
}

/** A replacement that waits for review: plays it, and asks for the decision. */
export const WaitingFileReview = ({ content, file, player }: WaitingFileReviewProps) => {
  const [isPlaying, setPlaying] = useState(false);
  const [outcome, setOutcome] = useState<FileOutcome | null>(null);
  const { title } = content;
  const facts = [
    file.file_name,
    ...(file.duration === null ? [] : [formatDuration(file.duration)]),
    formatMegabytes(file.file_size),
    texts.since(formatLongDate(file.since)),
  ];
  return (
    <>
      <p>{texts.about(facts.join(', '))}</p>
      <div className={styles['inline']}>
        <Button
          variant="secondary"
          aria-label={isPlaying ? undefined : texts.playLabel(title)}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? texts.stop : texts.play}
        </Button>
        <Button aria-label={texts.accepted.label(title)} onClick={() => setOutcome('accepted')}>
          {texts.accepted.button}
        </Button>
        <Button variant="danger" aria-label={texts.rejected.label(title)} onClick={() => setOutcome('rejected')}>
          {texts.rejected.button}
        </Button>
      </div>
      {isPlaying && player}
      {outcome !== null && (
        <Suspense fallback={null}>
          <WaitingFileDialog
            content={content}
            version={file.version}
            outcome={outcome}
            onClose={() => setOutcome(null)}
          />
        </Suspense>
      )}
    </>
  );
};
