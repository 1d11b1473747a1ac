import type { Segment } from '../analysis/transcript.ts';
import { AppError } from '../app-error.ts';

/** A segment as it is stored: also one that a user removed, which can be restored. */
export interface EditableSegment extends Segment {
  /** Increases with every edit; 0 is what the machine wrote. */
  readonly version: number;
  readonly removed: boolean;
}

/** What an edit sets. */
export type SegmentEdit = Pick<EditableSegment, 'text' | 'start_ms' | 'end_ms' | 'removed'>;

/** A segment shorter than this cannot be shown. */
export const MIN_SEGMENT_MS = 100;

/** Formats a time for a message: `1:02.345`. */
export const timeText = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${String(seconds % 60).padStart(2, '0')}.${String(ms % 1000).padStart(3, '0')}`;
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${String(minutes).padStart(2, '0')}:${rest}`;
};

const MAX_NAMED = 40;

/** How a message names a segment: by its time and its first words. */
export const nameOf = ({ start_ms: start, text }: Pick<Segment, 'start_ms' | 'text'>): string =>
  `${timeText(start)} (“${text.length > MAX_NAMED ? `${text.slice(0, MAX_NAMED).trimEnd()}…` : text}”)`;

/** @throws AppError `validation_failed` */
export const reject = (message: string): never => {
  throw new AppError('validation_failed', message);
};

/** The segments before and after one that are not removed. */
export const neighborsOf = <S extends EditableSegment>(
  segments: readonly S[],
  id: string,
): { readonly before: S | undefined; readonly after: S | undefined } => {
  const at = segments.findIndex((segment) => segment.id === id);
  return {
    before: segments.slice(0, Math.max(at, 0)).findLast(({ removed }) => !removed),
    after: segments.slice(at + 1).find(({ removed }) => !removed),
  };
};

/**
 * Applies an edit to a segment. `segments` are all segments in order of time; `durationMs` is the length of the title,
 * null when unknown. @throws AppError `validation_failed` with a sentence that names the segment
 */
export const editSegment = (
  segments: readonly EditableSegment[],
  segment: EditableSegment,
  edit: SegmentEdit,
  durationMs: number | null,
): EditableSegment => {
  const text = edit.text.replace(/\s+/gu, ' ').trim();
  const next = { ...segment, ...edit, text, version: segment.version + 1 };
  if (edit.removed) return { ...segment, removed: true, version: segment.version + 1 };
  const name = nameOf(segment);
  if (text === '') reject(`The segment at ${name} needs a text. To leave it out, remove it.`);
  if (next.end_ms <= next.start_ms) reject(`The segment at ${name} must end after it starts.`);
  if (next.end_ms - next.start_ms < MIN_SEGMENT_MS) reject(`The segment at ${name} must last at least 0.1 seconds.`);
  if (durationMs !== null && next.end_ms > durationMs)
    reject(`The segment at ${name} must end within the title, at ${timeText(durationMs)} at the latest.`);
  const { before, after } = neighborsOf(segments, segment.id);
  if (before && next.start_ms < before.end_ms)
    reject(`The segment at ${name} cannot start before ${timeText(before.end_ms)}, where ${nameOf(before)} ends.`);
  if (after && next.end_ms > after.start_ms)
    reject(`The segment at ${name} cannot end after ${timeText(after.start_ms)}, where ${nameOf(after)} starts.`);
  return next;
};
