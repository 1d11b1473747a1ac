import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { diagnosticsTexts as texts } from './texts.ts';

/** Milliseconds within which something must play (specification, section 8). */
export const TEST_TIMEOUT_MS = 30_000;

/** Addresses that stand for nothing: domains that earlier builds wrote before there was a delivery. */
const PLACEHOLDER = /\b(placeholder|example)\.|^https?:\/\/(your-|dxxxx)/i;

/** Where a content is played from. */
export interface PlaybackChoice {
  readonly kind: keyof typeof texts.which;
  readonly url: string;
}

/**
 * The specification's choice: what was converted, if the conversion is complete; else the delivery's address, unless it
 * is a placeholder; else the file itself. Undefined when there is none.
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

/** A media error in plain words: what happened and what to do. */
export const meaningOf = (code: number): string => texts.codes[code] ?? texts.unknown(code);
