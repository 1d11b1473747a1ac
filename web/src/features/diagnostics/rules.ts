import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { diagnosticsTexts as texts } from './texts.ts';

/** Milliseconds within which playback must start (specification, section 8). */
export const TEST_TIMEOUT_MS = 30_000;

/** Placeholder URLs that earlier builds stored before there was a CDN. */
const PLACEHOLDER = /\b(placeholder|example)\.|^https?:\/\/(your-|dxxxx)/i;

/** The URL that a content item is played from. */
export interface PlaybackChoice {
  readonly kind: keyof typeof texts.which;
  readonly url: string;
}

/**
 * Chooses the URL as the specification requires: the converted media if the conversion is complete, otherwise the CDN
 * URL unless it is a placeholder, otherwise the original file. Undefined if there is none.
 */
export const choosePlayback = (
  content: Pick<ContentView, 'conversion_status' | 'converted_video_url' | 'cdn_video_url' | 'video_url'>,
): PlaybackChoice | undefined => {
  const {
    conversion_status: status,
    converted_video_url: converted,
    cdn_video_url: cdn,
    video_url: original,
  } = content;
  if (status === 'completed' && converted !== null) return { kind: 'converted', url: converted };
  if (cdn !== null && !PLACEHOLDER.test(cdn)) return { kind: 'cdn', url: cdn };
  return original === null ? undefined : { kind: 'original', url: original };
};

/** The explanation of a media error: what happened and what to do. */
export const meaningOf = (code: number): string => texts.codes[code] ?? texts.unknown(code);
