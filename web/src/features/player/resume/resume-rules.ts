/** Rules of where playing goes on, without a player. Times in seconds. */
import type { PlaybackPosition } from '../../../../../lambdas/contract/listening/playback-positions.ts';
import { isWorthResuming, POSITION_CONFLICT_SECONDS } from '../../../../../lambdas/contract/listening/history-rules.ts';
import type { PlayableItem } from '../core/rules.ts';

/** One answer to the question where to go on. */
export interface ResumeOption {
  readonly seconds: number;
  /** The device on which the person was there last; null for this one. */
  readonly from: string | null;
}

/** Two places so far apart that only the person knows. The first is the one that was left last. */
export type ResumeChoice = readonly [ResumeOption, ResumeOption];

/** Where an item begins. */
export interface StartPosition {
  /** Where it is when nothing is chosen. */
  readonly at: number;
  readonly choice?: ResumeChoice;
  /**
   * The server did not answer in time: where another device is by its late answer, null where nothing is to be said.
   * Never rejects.
   */
  readonly later?: Promise<ResumeOption | null>;
}

/** Where this device was last in a content, by its own memory. */
export interface LocalPosition {
  readonly seconds: number;
  readonly duration: number;
  /** Version of the server's place that this device knew then; 0 for none. */
  readonly version: number;
}

/** What is known when an item begins. */
export interface KnownPositions {
  readonly item: Pick<PlayableItem, 'metadata'>;
  /** Null: the server has none. Undefined: it did not answer. */
  readonly server: PlaybackPosition | null | undefined;
  readonly own: LocalPosition | null;
  readonly deviceId: string;
  /** The person did not press this item: the one before it ended, or Next was pressed. */
  readonly following: boolean;
}

const START: StartPosition = { at: 0 };

/**
 * Where playing goes on: where this device was, else where another one was; with more than a minute between both the
 * person is asked. One track of a list that follows another begins at its start, and so does what was finished.
 */
export const resolveStart = ({ item, server, own, deviceId, following }: KnownPositions): StartPosition => {
  if (following && item.metadata.contentType === 'music') return START;
  const ownSeconds = own && isWorthResuming(own.seconds, own.duration) ? own.seconds : 0;
  if (server === undefined) return { at: ownSeconds };
  // What this device saw after it knew the server's place is newer than that place.
  if ((server?.version ?? 0) === (own?.version ?? -1)) return { at: ownSeconds };
  if (server === null || server.finished || !isWorthResuming(server.position_seconds, server.duration_seconds))
    return START;
  const { position_seconds: seconds, device } = server;
  if (following || device.id === deviceId || Math.abs(seconds - ownSeconds) <= POSITION_CONFLICT_SECONDS)
    return { at: seconds };
  return {
    at: seconds,
    choice: [
      { seconds, from: device.label },
      { seconds: ownSeconds, from: null },
    ],
  };
};
