import { useQuery } from '@tanstack/react-query';
import type { EditorSegment } from '../../../../lambdas/contract/content/transcript-editing.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { editorQuery } from './api.ts';
import { transcriptTexts as texts } from './texts.ts';
import type { useChange } from './use-change.ts';

interface Props {
  readonly contentId: string;
  readonly segment: EditorSegment;
  /** The text in the form, and where its cursor is. */
  readonly text: string;
  readonly cursor: number;
  readonly changing: Pick<ReturnType<typeof useChange>, 'change' | 'isPending' | 'setProblem'>;
  readonly onDone: () => void;
}

/** When the text after the cursor starts: when its first word does, or else in proportion to the characters. */
export const timeAt = ({ text, words, start_ms: start, end_ms: end }: EditorSegment, cursor: number): number => {
  const before = text.slice(0, cursor).trim();
  const count = before === '' ? 0 : before.split(/\s+/u).length;
  return words?.[count] ?? Math.round(start + ((end - start) * cursor) / text.length);
};

/** Splits the segment at the cursor, or joins it with the next one. */
export const DivideSegment = ({ contentId, segment, text, cursor, changing, onDone }: Props) => {
  const api = useApi();
  const { data } = useQuery(editorQuery(api, contentId));
  const { change, isPending, setProblem } = changing;
  const segments = data?.segments ?? [];
  const at = segments.findIndex(({ id }) => id === segment.id);
  const next = at < 0 ? undefined : segments.slice(at + 1).find(({ removed }) => !removed);
  const params = { id: contentId, segmentId: segment.id };
  const { version } = segment;
  /** Both use the stored text, so that an edit of it must be saved first. */
  const run = (request: () => Promise<unknown>) => {
    if (text !== segment.text) return setProblem(texts.saveFirst);
    change(async () => {
      await request();
      return texts.saved;
    }, onDone);
    return undefined;
  };
  const split = () => {
    if (segment.text.slice(0, cursor).trim() === '' || segment.text.slice(cursor).trim() === '')
      return setProblem(texts.splitWhere);
    const body = { version, at: cursor, at_ms: timeAt(segment, cursor) };
    return run(() => api.call('transcripts.split-segment', { params, body }));
  };
  return (
    <>
      <Button variant="ghost" disabled={isPending} onClick={split}>
        {texts.split}
      </Button>
      {next && (
        <Button
          variant="ghost"
          disabled={isPending}
          onClick={() => {
            const body = { version, next: { id: next.id, version: next.version } };
            run(() => api.call('transcripts.join-segments', { params, body }));
          }}
        >
          {texts.join}
        </Button>
      )}
    </>
  );
};
