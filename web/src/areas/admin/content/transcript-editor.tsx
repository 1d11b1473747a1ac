import { useRef, useState } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { TranscriptSection } from '../../../features/transcripts/transcript-section.tsx';
import styles from '../../../features/transcripts/transcript-section.module.css';
import { useSegmentPlayer } from './use-segment-player.ts';

/** The transcript of an item, with a small player for its segments. */
export const TranscriptEditor = ({ content }: { readonly content: ContentView }) => {
  const slot = useRef<HTMLDivElement>(null);
  const play = useSegmentPlayer(content.id, slot);
  const [problem, setProblem] = useState<string | null>(null);
  const onPlay = (ms: number) => {
    setProblem(null);
    play(ms).catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };
  return (
    <>
      <TranscriptSection id={content.id} onPlay={content.converted_video_url === null ? undefined : onPlay} />
      <div ref={slot} className={styles['picture']} />
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </>
  );
};
