import { MAX_CAPTION_BYTES, MAX_CAPTION_TRACKS, type CaptionTrack } from '../../contract/content/captions.ts';
import { AppError } from '../app-error.ts';
import { captionsKey } from '../media/layout.ts';
import { readVtt, VttError, writeVtt } from './vtt.ts';

/**
 * Captions as stored in their content item. The file is stored under `captionsKey` and never changes: a new file gets a
 * new id.
 */
export interface StoredCaptions {
  readonly id: string;
  readonly language: string;
  readonly label: string;
}

/** Checks and normalizes a caption file for storage. Throws `validation_failed` with a sentence that names the line. */
export const captionFile = (text: string): string => {
  if (new TextEncoder().encode(text).length > MAX_CAPTION_BYTES)
    throw new AppError('validation_failed', 'A caption file can be at most 1 MiB.');
  try {
    return writeVtt(readVtt(text));
  } catch (error) {
    throw error instanceof VttError ? new AppError('validation_failed', error.message) : error;
  }
};

const byLabel = (a: StoredCaptions, b: StoredCaptions): number =>
  a.label === b.label ? a.language.localeCompare(b.language) : a.label.localeCompare(b.label);

/** Adds captions, replacing those in the same language. Throws `limit_reached`. */
export const withCaptions = (captions: readonly StoredCaptions[], added: StoredCaptions): StoredCaptions[] => {
  const others = captions.filter(({ language }) => language !== added.language);
  if (others.length >= MAX_CAPTION_TRACKS)
    throw new AppError('limit_reached', `An item can have captions in up to ${MAX_CAPTION_TRACKS} languages.`);
  return [...others, added].sort(byLabel);
};

/** The captions of a content item as the API returns them. */
export const captionTracks = (contentId: string, captions: readonly StoredCaptions[] = []): CaptionTrack[] =>
  captions.map(({ id, language, label }) => ({ language, label, url: `/${captionsKey(contentId, id)}` }));
