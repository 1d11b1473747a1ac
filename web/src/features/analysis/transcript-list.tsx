import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import styles from './analysis.module.css';
import { transcriptQuery } from './api.ts';
import { languageName } from './language-name.ts';
import { analysisTexts } from './texts.ts';
import { TimeButton, type PlayAt } from './time-button.tsx';

const texts = analysisTexts.transcript;

/** Segments that are shown at first, and with each press of the button: a title of ten hours has thousands. */
const PART = 100;

/** What is said in a title, segment by segment. It is read only when the title has a transcript. */
export const TranscriptList = ({ contentId, onPlay }: { readonly contentId: string; readonly onPlay: PlayAt }) => {
  const { data, error, refetch } = useQuery(transcriptQuery(useApi(), contentId));
  const [shown, setShown] = useState(PART);
  if (error && !data) return <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.loading} />;
  const { transcript, segments } = data;
  if (!transcript || segments.length === 0) return <p>{texts.none}</p>;
  const left = segments.length - shown;
  return (
    <>
      <p>{texts.facts(languageName(transcript.language), transcript.source, transcript.edited)}</p>
      <ol className={styles['spoken']} aria-label={texts.title}>
        {segments.slice(0, shown).map(({ id, start_ms: start, text }) => (
          <li key={id}>
            <TimeButton ms={start} what={texts.speech} onPlay={onPlay} />
            <span dir="auto" lang={transcript.language}>
              {text}
            </span>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <Button variant="secondary" onClick={() => setShown(shown + PART)}>
          {texts.more(Math.min(left, PART), left)}
        </Button>
      )}
    </>
  );
};
