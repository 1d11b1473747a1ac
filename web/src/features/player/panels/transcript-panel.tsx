import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { liveTopics } from '../../../../../lambdas/contract/live/live-topics.ts';
import type { TranscriptFormat, TranscriptSegment } from '../../../../../lambdas/contract/content/transcripts.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { downloadTranscript } from '../../../core/api/download-transcript.ts';
import { useLiveTopic } from '../../../core/live/live-context.tsx';
import { formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import type { Player } from '../core/player.ts';
import { playerTexts } from '../core/texts.ts';
import { usePlayerPosition, usePlayerState } from '../core/use-player.ts';
import { panelTexts } from './panel-texts.ts';
import styles from './transcript-panel.module.css';

const texts = panelTexts.transcript;

/** Index of the segment that is spoken at a time, or that was spoken last; -1 before the first one. */
const segmentAt = (segments: readonly TranscriptSegment[], ms: number): number => {
  let [low, high] = [0, segments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((segments[middle]?.start_ms ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** The words of a segment; the one that is spoken is marked. */
const Words = ({ segment: { text, words }, ms }: { readonly segment: TranscriptSegment; readonly ms: number }) => {
  const spoken = words?.findLastIndex((start) => start <= ms) ?? -1;
  if (spoken < 0) return text;
  return text.split(' ').map((word, index) => (
    <span key={index} className={index === spoken ? styles['word'] : undefined}>
      {index > 0 && ' '}
      {word}
    </span>
  ));
};

/** A text with every occurrence of the search marked. */
const Marked = ({ text, search }: { readonly text: string; readonly search: string }): ReactNode => {
  const parts: ReactNode[] = [];
  const folded = text.toLowerCase();
  // Lowercase letters can have another length, so that positions differ: then nothing is marked.
  if (folded.length !== text.length) return text;
  let from = 0;
  for (let at = folded.indexOf(search); at >= 0; at = folded.indexOf(search, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + search.length)}</mark>);
    from = at + search.length;
  }
  return [...parts, text.slice(from)];
};

/** Saves the transcript as a file of the user. */
const Downloads = ({ id }: { readonly id: string }) => {
  const api = useApi();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (format: TranscriptFormat) => downloadTranscript(api, id, format),
  });
  return (
    <>
      <div className={styles['downloads']} role="group" aria-label={texts.download}>
        {(Object.keys(texts.formats) as TranscriptFormat[]).map((format) => (
          <Button
            key={format}
            variant="ghost"
            busy={isPending}
            aria-label={texts.downloadAs(texts.formats[format])}
            onClick={() => mutate(format)}
          >
            <Download aria-hidden size={16} />
            {texts.formats[format]}
          </Button>
        ))}
      </div>
      {error && <p role="alert">{`${texts.downloadFailed} ${error.message}`}</p>}
    </>
  );
};

interface SegmentsProps {
  readonly player: Player;
  readonly segments: readonly TranscriptSegment[];
  readonly language: string;
}

const Segments = ({ player, segments, language }: SegmentsProps) => {
  const ms = usePlayerPosition(player).time * 1000;
  const [typed, setTyped] = useState('');
  const search = typed.trim().toLowerCase();
  const currentId = segments[segmentAt(segments, ms)]?.id;
  const shown = search === '' ? segments : segments.filter(({ text }) => text.toLowerCase().includes(search));
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const items = list.current;
    // The list stays in place for someone who moves through it with the keyboard, or searches.
    if (!items || search !== '' || items.contains(document.activeElement)) return;
    items.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'center' });
  }, [currentId, search]);
  return (
    <>
      <TextField
        label={texts.search}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className={styles['count']} role="status">
        {search !== '' && texts.found(shown.length)}
      </p>
      <ol ref={list} className={styles['segments']} lang={language} aria-label={texts.title}>
        {shown.map((segment) => {
          const { id, start_ms: start, text } = segment;
          const isCurrent = id === currentId;
          return (
            <li key={id}>
              <button type="button" aria-current={isCurrent} onClick={() => player.seek(start / 1000)}>
                <span className={styles['time']}>{formatDuration(start / 1000)} </span>
                <span dir="auto">
                  {search !== '' && <Marked text={text} search={search} />}
                  {search === '' && (isCurrent ? <Words segment={segment} ms={ms} /> : text)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
};

/**
 * The transcript of the current item: the spoken words are marked and scrolled to; choosing a segment jumps to it. It
 * can be saved as a file.
 */
export const TranscriptPanel = ({ player }: { readonly player: Player }) => {
  const { item, details } = usePlayerState(player);
  const id = item?.id ?? '';
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = ['transcripts.get-transcript', id];
  useLiveTopic(id === '' ? null : liveTopics.transcript(id), () => void queries.invalidateQueries({ queryKey }));
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call('transcripts.get-transcript', { params: { id } }, { signal }),
    enabled: details?.hasTranscript === true,
  });
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={playerTexts.loading} />;
  if (!data.transcript || data.segments.length === 0) return <p className={styles['none']}>{texts.none}</p>;
  return (
    <Fragment key={id}>
      <Downloads id={id} />
      <Segments player={player} segments={data.segments} language={data.transcript.language} />
    </Fragment>
  );
};
