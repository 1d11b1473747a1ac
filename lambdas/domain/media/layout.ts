import type { Tier } from './tiers.ts';

/**
 * Where a conversion's files lie (decisions.md 19, immutable once deployed). Keys never start with a slash.
 *
 * `media/<contentId>/<version>/<tier>/` holds the renditions of one tier and that tier's multivariant playlist
 * `index.m3u8`. `media/captions/<contentId>/` holds the captions of a content. The folder `480` also holds the audio
 * group, the stills and the storyboard, since every viewer may read it.
 */
const segmentPattern = /^[A-Za-z0-9_-]{1,128}$/;

const safe = (name: string, value: string): string => {
  if (!segmentPattern.test(value)) throw new RangeError(`${name} is not a safe path segment`);
  return value;
};

/** `uploads/<contentId>/<uploadId>`: one upload id, one key. */
export const uploadKey = (contentId: string, uploadId: string): string =>
  `uploads/${safe('contentId', contentId)}/${safe('uploadId', uploadId)}`;

/** `media/<contentId>/<version>`, without a slash at the end. */
export const mediaPrefix = (contentId: string, version: string): string =>
  `media/${safe('contentId', contentId)}/${safe('version', version)}`;

/** Key of the multivariant playlist that a viewer of this tier opens. */
export const manifestKey = (contentId: string, version: string, tier: Tier): string =>
  `${mediaPrefix(contentId, version)}/${tier}/index.m3u8`;

/** Base name of everything that a CMAF output group writes into its tier folder. */
export const GROUP_BASE = 'hls';

/**
 * Key of the playlist that MediaConvert writes for one tier's group; the conversion worker reads CODECS and BANDWIDTH
 * from it.
 */
export const groupPlaylistKey = (contentId: string, version: string, tier: Tier): string =>
  `${mediaPrefix(contentId, version)}/${tier}/${GROUP_BASE}.m3u8`;

/** Key of a file that a tier's group wrote, by the name that a playlist gave it. */
export const tierFileKey = (contentId: string, version: string, tier: Tier, file: string): string =>
  `${mediaPrefix(contentId, version)}/${tier}/${file}`;

/** Key of the storyboard's WebVTT; its sheets lie beside it. */
export const storyboardKey = (contentId: string, version: string): string =>
  `${mediaPrefix(contentId, version)}/480/storyboard.vtt`;

/**
 * Folder of a content's captions, which no conversion touches: they stay when the file is replaced.
 * `media/captions/<contentId>`, without a slash at the end.
 */
export const captionsPrefix = (contentId: string): string => `media/captions/${safe('contentId', contentId)}`;

/** Key of one caption file. */
export const captionsKey = (contentId: string, captionsId: string): string =>
  `${captionsPrefix(contentId)}/${safe('captionsId', captionsId)}.vtt`;

/** Base name of the stills. */
export const STILL_BASE = 'still';

/**
 * Keys of a still, best first: frame capture takes frame 0 first, so the wanted time is the second capture
 * (decisions.md 22); a source of one frame has the first only.
 */
export const stillKeys = (contentId: string, version: string, still: 'poster' | 'thumbnail'): readonly string[] =>
  ['0000001', '0000000'].map(
    (capture) => `${mediaPrefix(contentId, version)}/480/${STILL_BASE}_${still}.${capture}.jpg`,
  );

/** Key that a published still is copied to, outside the signed paths (decisions.md 20). */
export const publishedStillKey = (contentId: string, version: string, still: 'poster' | 'thumbnail'): string =>
  `posters/${safe('contentId', contentId)}/${safe('version', version)}/${still}.jpg`;
