import type { Device, PlaybackPosition, SavedQueue } from '../../contract/listening/playback-positions.ts';
import {
  QUEUE_WINDOW,
  QUEUE_WINDOW_BEFORE,
  isFinished,
  isWorthResuming,
} from '../../contract/listening/history-rules.ts';
import { expiryOf } from '../../contract/retention.ts';
import type { LastWrite } from './versioned.ts';

/** A playback position as stored. */
export interface StoredPosition extends LastWrite {
  readonly user_id: string;
  readonly content_id: string;
  readonly position_seconds: number;
  readonly duration_seconds: number;
  readonly finished: boolean;
  readonly device: Device;
  readonly updated_at: string;
}

/** The last queue of a user's player, as stored. */
export interface StoredQueue extends LastWrite {
  readonly user_id: string;
  readonly content_ids: string[];
  readonly index: number;
  readonly position_seconds: number;
  readonly device: Device;
  readonly updated_at: string;
}

/** The stored fields for a position. A finished item is stored with position 0. */
export const positionFrom = (
  position: number,
  duration: number,
): Pick<StoredPosition, 'position_seconds' | 'duration_seconds' | 'finished'> => {
  const finished = isFinished(position, duration);
  return { position_seconds: finished ? 0 : position, duration_seconds: duration, finished };
};

/** Epoch seconds at which a position expires. */
export const positionExpiry = ({ updated_at: at, finished }: Pick<StoredPosition, 'updated_at' | 'finished'>): number =>
  expiryOf(at, finished ? 'finished_positions' : 'usage_data');

/** Epoch seconds at which a queue expires. */
export const queueExpiry = ({ updated_at: at }: Pick<StoredQueue, 'updated_at'>): number => expiryOf(at, 'usage_data');

/** Whether lists show a position: the item was started and not finished. */
export const isUnfinished = ({
  position_seconds: position,
  duration_seconds: duration,
  finished,
}: StoredPosition): boolean => !finished && isWorthResuming(position, duration);

/** A playback position as the API returns it. */
export const toPosition = ({
  user_id: _user,
  writer: _writer,
  number: _number,
  ...position
}: StoredPosition): PlaybackPosition => position;

/** A queue as the API returns it. */
export const toSavedQueue = ({
  user_id: _user,
  writer: _writer,
  number: _number,
  content_ids: ids,
  ...queue
}: StoredQueue): SavedQueue => ({ ...queue, content_ids: [...ids] });

/** Whether something was written before the history was cleared, and so counts as deleted. */
export const isCleared = ({ updated_at: at }: { readonly updated_at: string }, clearedAt: string | null): boolean =>
  clearedAt !== null && at <= clearedAt;

/**
 * Unique ids of the queue entries that one response returns in full: around the current entry, or starting at `from`.
 */
export const queueWindow = (
  { content_ids: ids, index }: Pick<StoredQueue, 'content_ids' | 'index'>,
  from?: number,
): readonly string[] => {
  const start = from ?? Math.max(0, index - QUEUE_WINDOW_BEFORE);
  return [...new Set(ids.slice(start, start + QUEUE_WINDOW))];
};
