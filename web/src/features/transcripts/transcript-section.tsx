import { Suspense, useState } from 'react';
import { lazyPart } from '../../core/lazy-part.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import type { SegmentItemProps } from './segment-item.tsx';
import { transcriptTexts as texts } from './texts.ts';
import styles from './transcript-section.module.css';

const OpenedTranscript = lazyPart(() => import('./opened-transcript.tsx'), 'OpenedTranscript', 'inline');

/**
 * The transcript of a content item. Changes take effect immediately; the form around this section has its own Save
 * button. It is loaded when it is opened, because it can be long.
 */
export const TranscriptSection = ({ id, onPlay }: Pick<SegmentItemProps, 'onPlay'> & { readonly id: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles['section']} aria-label={texts.title}>
      <div>
        <h3 className={styles['title']}>{texts.title}</h3>
        <p className={styles['hint']}>{texts.hint}</p>
      </div>
      {isOpen ? (
        <Suspense fallback={<LoadingState label={texts.loading} />}>
          <OpenedTranscript id={id} onPlay={onPlay} />
        </Suspense>
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {texts.show}
        </Button>
      )}
    </section>
  );
};
