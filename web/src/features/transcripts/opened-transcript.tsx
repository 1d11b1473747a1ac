import { useQuery, useQueryClient } from '@tanstack/react-query';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import type { TranscriptEditor } from '../../../../lambdas/contract/content/transcript-editing.ts';
import type { TranscriptFormat } from '../../../../lambdas/contract/content/transcripts.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { downloadTranscript } from '../../core/api/download-transcript.ts';
import { useLiveTopic } from '../../core/live/live-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { editorQuery } from './api.ts';
import { ScriptForm } from './script-form.tsx';
import { SegmentItem, type SegmentItemProps } from './segment-item.tsx';
import { transcriptTexts as texts } from './texts.ts';
import styles from './transcript-section.module.css';
import { useChange } from './use-change.ts';

interface Loaded {
  readonly id: string;
  readonly editor: TranscriptEditor;
}

/** Offers the other transcript. */
const Candidate = ({ id, editor: { transcript, candidate } }: Loaded) => {
  const api = useApi();
  const { change, isPending, problem } = useChange(id);
  if (!transcript || !candidate) return null;
  const choose = (use: 'current' | 'candidate') =>
    change(async () => {
      const body = { use, set: transcript.set, candidate_set: candidate.set };
      await api.call('transcripts.choose-transcript', { params: { id }, body });
      return undefined;
    });
  return (
    <Notice tone="info" title={texts.candidateTitle}>
      <p>{texts.candidate(texts.source[candidate.source])}</p>
      {problem !== null && <p role="alert">{problem}</p>}
      <div className={styles['buttons']}>
        <Button variant="secondary" disabled={isPending} onClick={() => choose('candidate')}>
          {texts.useCandidate}
        </Button>
        <Button variant="ghost" disabled={isPending} onClick={() => choose('current')}>
          {texts.dropCandidate}
        </Button>
      </div>
    </Notice>
  );
};

/** Saves the transcript as a file of the browser. */
const Downloads = ({ id }: { readonly id: string }) => {
  const api = useApi();
  const { change, isPending, problem } = useChange(id);
  const download = (format: TranscriptFormat) =>
    change(async () => {
      await downloadTranscript(api, id, format);
      return undefined;
    });
  return (
    <div className={styles['buttons']} role="group" aria-label={texts.download}>
      {(Object.keys(texts.formats) as TranscriptFormat[]).map((format) => (
        <Button key={format} variant="ghost" disabled={isPending} onClick={() => download(format)}>
          {texts.download} {texts.formats[format]}
        </Button>
      ))}
      {problem !== null && <p role="alert">{problem}</p>}
    </div>
  );
};

/** Segments, downloads and script of a transcript. Loaded when it is opened, because few edits need it. */
export const OpenedTranscript = ({ id, onPlay }: Pick<SegmentItemProps, 'onPlay'> & { readonly id: string }) => {
  const api = useApi();
  const queries = useQueryClient();
  const query = editorQuery(api, id);
  const { data, error, refetch } = useQuery(query);
  useLiveTopic(liveTopics.transcript(id), () => void queries.invalidateQueries({ queryKey: query.queryKey }));
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.loading} />;
  const { transcript, segments, script } = data;
  return (
    <>
      <Candidate id={id} editor={data} />
      {transcript ? (
        <>
          <p className={styles['hint']}>
            {texts.summary(texts.source[transcript.source], transcript.language, transcript.segment_count)}
          </p>
          <ol className={styles['segments']} aria-label={texts.list} lang={transcript.language}>
            {segments.map((segment) => (
              <SegmentItem key={segment.id} contentId={id} segment={segment} onPlay={onPlay} />
            ))}
          </ol>
          <Downloads id={id} />
        </>
      ) : (
        <p className={styles['hint']}>{texts.none}</p>
      )}
      <ScriptForm id={id} script={script} />
    </>
  );
};
