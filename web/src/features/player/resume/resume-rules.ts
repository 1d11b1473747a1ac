/** Rules for the position at which an item starts. Times in seconds. */
import type { PlaybackPosition } from '../../../../../lambdas/contract/listening/playback-positions.ts';
import { isWorthResuming, POSITION_CONFLICT_SECONDS } from '../../../../../lambdas/contract/listening/history-rules.ts';
import type { PlayableItem } from '../core/rules.ts';

/** One of the positions at which the user can resume. */
export interface ResumeOption {
  readonly seconds: number;
  /** Label of the device that was at this position; null for this device. */
  readonly from: string | null;
}

/** Two positions so far apart that the user has to choose. The first one is the newer one. */
export type ResumeChoice = readonly [ResumeOption, ResumeOption];

/** Where an item starts. */
export interface StartPosition {
  /** The position, unless the user chooses another one. */
  readonly at: number;
  readonly choice?: ResumeChoice;
  /**
   * Set if the server did not answer in time: the position of another device from its late response, null if there is
   * nothing to offer. Never rejects.
   */
  readonly later?: Promise<ResumeOption | null>;
}

/** The last position of an item on this device, as stored in this browser. */
export interface LocalPosition {
  readonly seconds: number;
  readonly duration: number;
  /** Version of the server's position that this device knew at that time; 0 for none. */
  readonly version: number;
}

/** What is known when an item starts. */
export interface KnownPositions {
  readonly item: Pick<PlayableItem, 'metadata'>;
  /** Null: the server has none. Undefined: it did not answer. */
  readonly server: PlaybackPosition | null | undefined;
  readonly local: LocalPosition | null;
  readonly deviceId: string;
  /** The user did not choose this item: the previous one ended, or the user selected Next. */
  readonly following: boolean;
}

const START: StartPosition = { at: 0 };

/**
 * Finds the start of an item: the position of this device, otherwise that of another one. If both exist and are more
 * than a minute apart, the user chooses. A track that follows another one and a finished item start from the
 * beginning.
 */
export const resolveStart = ({ item, server, local, deviceId, following }: KnownPositions): StartPosition => {
  if (following && item.metadata.contentType === 'music') return START;
  const localSeconds = local && isWorthResuming(local.seconds, local.duration) ? local.seconds : 0;
  if (server === undefined) return { at: localSeconds };
  // This device recorded its position after it knew the server's version, so the local position is newer.
  if ((server?.version ?? 0) === (local?.version ?? -1)) return { at: localSeconds };
  if (server === null || server.finished || !isWorthResuming(server.position_seconds, server.duration_seconds))
    return START;
  const { position_seconds: seconds, device } = server;
  if (following || device.id === deviceId || Math.abs(seconds - localSeconds) <= POSITION_CONFLICT_SECONDS)
    return { at: seconds };
  return {
    at: seconds,
    choice: [
      { seconds, from: device.label },
      { seconds: localSeconds, from: null },
    ],
  };
};
