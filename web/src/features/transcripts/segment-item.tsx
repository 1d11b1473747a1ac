import { useQuery } from '@tanstack/react-query';
import { History, Pencil, Play, RotateCcw, Trash2 } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { EditorSegment } from '../../../../lambdas/contract/content/transcript-editing.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { formatDuration, formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import { useDiscardQuestion } from '../../ui/overlays/use-discard-question.tsx';
import { versionsQuery } from './api.ts';
import { DivideSegment } from './divide-segment.tsx';
import { transcriptTexts as texts } from './texts.ts';
import styles from './transcript-section.module.css';
import { useChange } from './use-change.ts';

export interface SegmentItemProps {
  readonly contentId: string;
  readonly segment: EditorSegment;
  /** Plays from a time in milliseconds. Absent while the title has no media. */
  readonly onPlay?: ((ms: number) => void) | undefined;
}

const timeOf = ({ start_ms: start }: EditorSegment): string => formatDuration(start / 1000);

const msOf = (text: string): number | undefined => {
  const seconds = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(seconds) || seconds < 0 ? undefined : Math.round(seconds * 1000);
};

interface SegmentFormProps extends SegmentItemProps {
  /** Receives whether the form has unsaved input. */
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly onClose: () => void;
}

const SegmentForm = ({ contentId, segment, onUnsaved, onClose }: SegmentFormProps) => {
  const api = useApi();
  const changing = useChange(contentId);
  const { change, isPending, problem, setProblem } = changing;
  const [cursor, setCursor] = useState(0);
  const initial = { text: segment.text, start: String(segment.start_ms / 1000), end: String(segment.end_ms / 1000) };
  const [draft, setDraft] = useState(initial);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial);
  useUnsavedChanges(isChanged);
  useEffect(() => onUnsaved(isChanged), [onUnsaved, isChanged]);
  const save = () => {
    const [start, end] = [msOf(draft.start), msOf(draft.end)];
    if (start === undefined || end === undefined) return setProblem(texts.badTime);
    change(async () => {
      await api.call('transcripts.update-segment', {
        params: { id: contentId, segmentId: segment.id },
        body: { version: segment.version, text: draft.text, start_ms: start, end_ms: end, removed: false },
      });
      return texts.saved;
    }, onClose);
    return undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Saves the segment instead of submitting the form around this section.
    event.preventDefault();
    save();
  };
  return (
    <div className={styles['form']} role="group" aria-label={texts.editing(timeOf(segment))}>
      <TextArea
        label={texts.text}
        rows={2}
        maxLength={500}
        value={draft.text}
        onChange={({ target }) => setDraft({ ...draft, text: target.value })}
        onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
      />
      <div className={styles['times']}>
        <TextField
          label={texts.start}
          inputMode="decimal"
          onKeyDown={onKeyDown}
          value={draft.start}
          onChange={({ target }) => setDraft({ ...draft, start: target.value })}
        />
        <TextField
          label={texts.end}
          inputMode="decimal"
          onKeyDown={onKeyDown}
          value={draft.end}
          onChange={({ target }) => setDraft({ ...draft, end: target.value })}
        />
      </div>
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button busy={isPending} onClick={save}>
          {texts.save}
        </Button>
        <DivideSegment
          contentId={contentId}
          segment={segment}
          text={draft.text}
          cursor={cursor}
          changing={changing}
          onDone={onClose}
        />
        <Button variant="ghost" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
};

const Versions = ({ contentId, segment }: Omit<SegmentItemProps, 'onPlay'>) => {
  const api = useApi();
  const { data, error, refetch } = useQuery(versionsQuery(api, contentId, segment.id));
  const { change, isPending, problem } = useChange(contentId);
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={texts.loading} />;
  const restore = (version: number) =>
    change(async () => {
      const body = { version: segment.version, restore: version };
      await api.call('transcripts.restore-version', { params: { id: contentId, segmentId: segment.id }, body });
      return texts.saved;
    });
  return (
    <ul className={styles['versions']} aria-label={texts.versions(timeOf(segment))}>
      {data.versions.map(({ version, text, removed, edited_at: at, edited_by_name: name }) => (
        <li key={version}>
          <p className={styles['meta']}>
            {texts.version(version)}, {texts.by(name, at === null ? null : formatMoment(at))}
          </p>
          <p dir="auto">{removed ? texts.removed : text}</p>
          {version === segment.version ? (
            <span className={styles['meta']}>{texts.current}</span>
          ) : (
            <Button variant="ghost" disabled={isPending} onClick={() => restore(version)}>
              {texts.restore(version)}
            </Button>
          )}
        </li>
      ))}
      {problem !== null && <li role="alert">{problem}</li>}
    </ul>
  );
};

/** One segment of the transcript: play, edit, remove or bring back, and its versions. */
export const SegmentItem = ({ contentId, segment, onPlay }: SegmentItemProps) => {
  const api = useApi();
  const { change, isPending, problem } = useChange(contentId);
  const [open, setOpen] = useState<'form' | 'versions' | null>(null);
  /** Whether the form has unsaved input. */
  const [unsaved, setUnsaved] = useState(false);
  const { ask, question } = useDiscardQuestion();
  const time = timeOf(segment);
  const { removed, text, version, start_ms, end_ms, id } = segment;
  const toggle = (name: 'form' | 'versions') =>
    ask(open === 'form' && unsaved, () => setOpen(open === name ? null : name));
  const setRemoved = () =>
    change(async () => {
      const body = { version, text, start_ms, end_ms, removed: !removed };
      await api.call('transcripts.update-segment', { params: { id: contentId, segmentId: id }, body });
      return texts.saved;
    });
  return (
    <li>
      <div className={styles['row']}>
        <span className={styles['time']}>{time}</span>
        <p className={styles['words']} data-removed={removed} dir="auto">
          {removed && <span className={styles['meta']}>{texts.removed}: </span>}
          {text}
        </p>
        <div className={styles['tools']}>
          {onPlay && (
            <IconButton label={texts.play(time)} onClick={() => onPlay(start_ms)}>
              <Play aria-hidden size={16} />
            </IconButton>
          )}
          {!removed && (
            <IconButton label={texts.edit(time)} aria-expanded={open === 'form'} onClick={() => toggle('form')}>
              <Pencil aria-hidden size={16} />
            </IconButton>
          )}
          {version > 0 && (
            <IconButton
              label={texts.versions(time)}
              aria-expanded={open === 'versions'}
              onClick={() => toggle('versions')}
            >
              <History aria-hidden size={16} />
            </IconButton>
          )}
          <IconButton
            label={removed ? texts.bringBack(time) : texts.remove(time)}
            disabled={isPending}
            onClick={setRemoved}
          >
            {removed ? <RotateCcw aria-hidden size={16} /> : <Trash2 aria-hidden size={16} />}
          </IconButton>
        </div>
      </div>
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {open === 'form' && (
        <SegmentForm contentId={contentId} segment={segment} onUnsaved={setUnsaved} onClose={() => setOpen(null)} />
      )}
      {open === 'versions' && <Versions contentId={contentId} segment={segment} />}
      {question}
    </li>
  );
};
