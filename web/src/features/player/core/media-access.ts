import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import type { MediaUrl, Preload } from '../../../../../lambdas/contract/media/playback.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { playerTexts } from './texts.ts';

/** What stands where the picture would be. `plan` also offers the plans; `transient` may pass by itself. */
export interface PlayerFailure {
  readonly kind: 'message' | 'plan';
  readonly text: string;
}

/** The failure in a few plain words; its text says why. */
export const failureTitle = ({ kind }: PlayerFailure): string =>
  kind === 'plan' ? playerTexts.planTitle : playerTexts.failedTitle;

/** Playing was refused, or could not be asked for. */
export class PlaybackRefused extends Error {
  readonly failure: PlayerFailure;
  /** The cause may pass by itself: the network, a busy server. */
  readonly transient: boolean;

  constructor(failure: PlayerFailure, transient = false) {
    super(failure.text);
    this.name = 'PlaybackRefused';
    this.failure = failure;
    this.transient = transient;
  }
}

/** Where a content plays from. */
export interface MediaGrant {
  readonly url: string;
  /** Milliseconds after which the cookies are renewed; null when this answer brought none. */
  readonly renewAfterMs: number | null;
  /** Names the play; undefined when the answer did not come from `get-media-url`. */
  readonly playId: string | undefined;
  /** What is needed first; null when that is not known. */
  readonly preload: Preload | null;
}

export interface MediaAccessPorts {
  readonly mediaUrl: (contentId: string, playId: string | undefined) => Promise<MediaUrl>;
  readonly content: (
    contentId: string,
  ) => Promise<Pick<ContentView, 'converted_video_url' | 'cdn_video_url' | 'permanent_video_url'>>;
}

/** Part of the cookies' life after which they are renewed. */
const RENEW_AT = 0.8;
/** The specification's own interval of refreshing, 20 h: never later than that. */
const RENEW_AT_MOST_MS = 72_000_000;

const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const refusalOf = (error: unknown): PlaybackRefused => {
  const code = error instanceof ApiError ? error.code : undefined;
  if (code === 'plan_required') return new PlaybackRefused({ kind: 'plan', text: playerTexts.planText });
  if (code === 'media_not_available') return new PlaybackRefused({ kind: 'message', text: playerTexts.noMedia });
  return new PlaybackRefused(
    { kind: 'message', text: playerTexts.secureUrlFailed(reasonOf(error)) },
    isTransient(error),
  );
};

/**
 * Makes the function that asks for a content's manifest and cookies; `playId` renews those of a play. It throws
 * PlaybackRefused only.
 */
export const createMediaAccess = ({ mediaUrl, content }: MediaAccessPorts) => {
  /** Cookies of an earlier play may still hold, so the manifest's own address is worth a try. */
  const withoutGrant = async (contentId: string, cause: unknown): Promise<MediaGrant> => {
    const addresses = await content(contentId).catch(() => {
      throw refusalOf(cause);
    });
    const url = addresses.converted_video_url ?? addresses.cdn_video_url ?? addresses.permanent_video_url;
    if (url === null) throw new PlaybackRefused({ kind: 'message', text: playerTexts.noMedia });
    return { url, renewAfterMs: null, playId: undefined, preload: null };
  };

  return async (contentId: string, playId: string | undefined): Promise<MediaGrant> => {
    try {
      const { url, expires_in: seconds, play_id, preload } = await mediaUrl(contentId, playId);
      return { url, renewAfterMs: Math.min(seconds * 1000 * RENEW_AT, RENEW_AT_MOST_MS), playId: play_id, preload };
    } catch (error) {
      if (!isTransient(error)) throw refusalOf(error);
      return withoutGrant(contentId, error);
    }
  };
};
