import type { Tier } from './tiers.ts';

/**
 * Storage locations of a conversion's files. They cannot change once files are stored. Keys never start with a slash.
 *
 * `media/<contentId>/<version>/<tier>/` contains the renditions of one tier and its multivariant playlist `index.m3u8`.
 * `media/captions/<contentId>/` contains the captions of a content item. The folder `480` also contains the audio
 * group, the stills and the storyboard, because every viewer can read it.
 */
const segmentPattern = /^[A-Za-z0-9_-]{1,128}$/;

const safe = (name: string, value: string): string => {
  if (!segmentPattern.test(value)) throw new RangeError(`${name} is not a safe path segment`);
  return value;
};

/** `uploads/<contentId>/<uploadId>`: one key per upload. */
export const uploadKey = (contentId: string, uploadId: string): string =>
  `uploads/${safe('contentId', contentId)}/${safe('uploadId', uploadId)}`;

/** `media/<contentId>/<version>`, without a trailing slash. */
export const mediaPrefix = (contentId: string, version: string): string =>
  `media/${safe('contentId', contentId)}/${safe('version', version)}`;

/** Key of the multivariant playlist that a viewer of this tier opens. */
export const manifestKey = (contentId: string, version: string, tier: Tier): string =>
  `${mediaPrefix(contentId, version)}/${tier}/index.m3u8`;

/** Base name of all files that a CMAF output group writes to its tier folder. */
export const GROUP_BASE = 'hls';

/**
 * Key of the playlist that MediaConvert writes for one tier's group. The conversion worker reads CODECS and BANDWIDTH
 * from it.
 */
export const groupPlaylistKey = (contentId: string, version: string, tier: Tier): string =>
  `${mediaPrefix(contentId, version)}/${tier}/${GROUP_BASE}.m3u8`;

/** Key of a file that a tier's group wrote, by its name in the playlist. */
export const tierFileKey = (contentId: string, version: string, tier: Tier, file: string): string =>
  `${mediaPrefix(contentId, version)}/${tier}/${file}`;

/** Key of the storyboard's WebVTT file. Its sheets are in the same folder. */
export const storyboardKey = (contentId: string, version: string): string =>
  `${mediaPrefix(contentId, version)}/480/storyboard.vtt`;

/**
 * Folder of a content item's captions: `media/captions/<contentId>`, without a trailing slash. Conversions never touch
 * it, so captions remain when the file is replaced.
 */
export const captionsPrefix = (contentId: string): string => `media/captions/${safe('contentId', contentId)}`;

/** Key of one caption file. */
export const captionsKey = (contentId: string, captionsId: string): string =>
  `${captionsPrefix(contentId)}/${safe('captionsId', captionsId)}.vtt`;

/** Folder of everything that the analysis of a content item stores. It is not delivered by the CDN. */
export const analysisPrefix = (contentId: string): string => `analysis/${safe('contentId', contentId)}`;

/** Key of the sound of one conversion for speech recognition: WAV, 16 kHz, one channel, 16 bits. */
export const analysisAudioKey = (contentId: string, version: string): string =>
  `${analysisPrefix(contentId)}/${safe('version', version)}/sound.wav`;

/** Base name of the frames of one conversion that are analyzed. MediaConvert adds `.0000000.jpg`, counted from 0. */
export const analysisFrameBase = (contentId: string, version: string): string =>
  `${analysisPrefix(contentId)}/${safe('version', version)}/frame`;

/** Key of one of those frames. */
export const analysisFrameKey = (contentId: string, version: string, index: number): string =>
  `${analysisFrameBase(contentId, version)}.${String(index).padStart(7, '0')}.jpg`;

/** Key of what a run of a step stores between calls of its worker. */
export const analysisOutputKey = (contentId: string, version: string, step: string, run: number): string =>
  `${analysisPrefix(contentId)}/${safe('version', version)}/${safe('step', step)}.${run}.json`;

/** Base name of the stills. */
export const STILL_BASE = 'still';

/**
 * Keys of a still, best first. Frame capture takes frame 0 first, so the requested time is the second capture. A source
 * with a single frame has only the first.
 */
export const stillKeys = (contentId: string, version: string, still: 'poster' | 'thumbnail'): readonly string[] =>
  ['0000001', '0000000'].map(
    (capture) => `${mediaPrefix(contentId, version)}/480/${STILL_BASE}_${still}.${capture}.jpg`,
  );

/** Key that a published still is copied to, outside the signed paths: links to it are shared, and cached. */
export const publishedStillKey = (contentId: string, version: string, still: 'poster' | 'thumbnail'): string =>
  `posters/${safe('contentId', contentId)}/${safe('version', version)}/${still}.jpg`;
