import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnalysisView } from '../../../../lambdas/contract/content/analysis.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import styles from './analysis.module.css';
import { transcriptQuery } from './api.ts';
import { timeOf } from './format.ts';
import { languageName } from './language-name.ts';
import { analysisTexts } from './texts.ts';
import { TimeButton, type PlayAt } from './time-button.tsx';

const texts = analysisTexts.transcript;

/** Segments that are shown at first, and with each press of the button: a title of ten hours has thousands. */
const PART = 100;

interface WordsProps {
  readonly text: string;
  readonly language: string;
  /** When they are said. */
  readonly at: string;
  readonly isFlagged: boolean;
}

/** The words of a segment. Those that were flagged are covered until a user asks for them. */
const Words = ({ text, language, at, isFlagged }: WordsProps) => {
  const [isAsked, setAsked] = useState(false);
  if (!isFlagged || isAsked)
    return (
      <span dir="auto" lang={language}>
        {text}
      </span>
    );
  return (
    <Button variant="secondary" aria-label={texts.showFlagged(at)} onClick={() => setAsked(true)}>
      {analysisTexts.showQuote}
    </Button>
  );
};

interface TranscriptListProps {
  readonly analysis: Pick<AnalysisView, 'content_id' | 'evidence'>;
  readonly onPlay: PlayAt;
}

/** What is said in a title, segment by segment. It is read only when the title has a transcript. */
export const TranscriptList = ({ analysis: { content_id: contentId, evidence }, onPlay }: TranscriptListProps) => {
  const { data, error, refetch } = useQuery(transcriptQuery(useApi(), contentId));
  const flagged = evidence.filter(({ kind }) => kind !== 'frame');
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
        {segments.slice(0, shown).map(({ id, start_ms: start, end_ms: end, text }) => (
          <li key={id}>
            <TimeButton ms={start} what={texts.speech} onPlay={onPlay} />
            <Words
              text={text}
              language={transcript.language}
              at={timeOf(start)}
              isFlagged={flagged.some(({ from_ms: from, to_ms: to }) => from < end && start < to)}
            />
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
