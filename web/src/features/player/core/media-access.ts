import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import type { PlayFailure } from '../../../../../lambdas/contract/delivery/play-kinds.ts';
import type { MediaUrl, Preload } from '../../../../../lambdas/contract/media/playback.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { playerTexts } from './texts.ts';

/** The message in place of the picture. `plan` also offers the plans. */
export interface PlayerFailure {
  readonly kind: 'message' | 'plan';
  readonly text: string;
  /** What the media failed with. @default the media was not opened */
  readonly reason?: PlayFailure;
}

/** A short title for the failure; its text gives the cause. */
export const failureTitle = ({ kind }: PlayerFailure): string =>
  kind === 'plan' ? playerTexts.planTitle : playerTexts.failedTitle;

/** Playback was denied, or the request for it failed. */
export class PlaybackError extends Error {
  readonly failure: PlayerFailure;
  /** The cause may be temporary, such as the network or a busy server. */
  readonly transient: boolean;

  constructor(failure: PlayerFailure, transient = false) {
    super(failure.text);
    this.name = 'PlaybackError';
    this.failure = failure;
    this.transient = transient;
  }
}

/** Access to the media of an item. */
export interface MediaGrant {
  readonly url: string;
  /** Milliseconds after which the cookies are renewed; null without new cookies. */
  readonly renewAfterMs: number | null;
  /** Id of the play; undefined if the response is not from `get-media-url`. */
  readonly playId: string | undefined;
  /** The files that are needed first; null if they are not known. */
  readonly preload: Preload | null;
  /** Whether the quality of the play may be reported. */
  readonly measured: boolean;
}

export interface MediaAccessPorts {
  /** `ahead`: the play may never begin, and counts nowhere until its cookies are renewed. */
  readonly mediaUrl: (contentId: string, playId: string | undefined, ahead?: true) => Promise<MediaUrl>;
  readonly content: (
    contentId: string,
  ) => Promise<Pick<ContentView, 'converted_video_url' | 'cdn_video_url' | 'permanent_video_url'>>;
}

/** Share of the cookies' lifetime after which they are renewed. */
const RENEW_AT = 0.8;
/** The refresh interval of the specification, 20 h, as upper limit. */
const RENEW_AT_MOST_MS = 72_000_000;

const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const playbackErrorOf = (error: unknown): PlaybackError => {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'plan_required') return new PlaybackError({ kind: 'plan', text: playerTexts.planText });
  if (code === 'media_not_available') return new PlaybackError({ kind: 'message', text: playerTexts.noMedia });
  return new PlaybackError({ kind: 'message', text: playerTexts.secureUrlFailed(reasonOf(error)) }, isTransient(error));
};

/**
 * Creates the function that requests an item's manifest and cookies. With `playId` it renews the cookies of a play. It
 * throws only PlaybackError.
 */
export const createMediaAccess = ({ mediaUrl, content }: MediaAccessPorts) => {
  /** Falls back to the manifest's own URL: cookies of an earlier play may still be valid. */
  const withoutGrant = async (contentId: string, cause: unknown): Promise<MediaGrant> => {
    const addresses = await content(contentId).catch(() => {
      throw playbackErrorOf(cause);
    });
    const url = addresses.converted_video_url ?? addresses.cdn_video_url ?? addresses.permanent_video_url;
    if (url === null) throw new PlaybackError({ kind: 'message', text: playerTexts.noMedia });
    return { url, renewAfterMs: null, playId: undefined, preload: null, measured: false };
  };

  return async (contentId: string, playId: string | undefined): Promise<MediaGrant> => {
    try {
      const { url, expires_in: seconds, play_id, preload, measured = false } = await mediaUrl(contentId, playId);
      const renewAfterMs = Math.min(seconds * 1000 * RENEW_AT, RENEW_AT_MOST_MS);
      return { url, renewAfterMs, playId: play_id, preload, measured };
    } catch (error) {
      if (!isTransient(error)) throw playbackErrorOf(error);
      return withoutGrant(contentId, error);
    }
  };
};
