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
  /** Whether they are written from the transcript, so that they follow it. */
  readonly automatic?: boolean | undefined;
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

const isSameLanguage = (a: string, b: string): boolean => a.split('-')[0] === b.split('-')[0];

/**
 * Adds captions of a user, replacing those in the same language, and automatic ones in any form of it (`en-US` for
 * `en`). Throws `limit_reached`.
 */
export const withCaptions = (captions: readonly StoredCaptions[], added: StoredCaptions): StoredCaptions[] => {
  const others = captions.filter(
    ({ language, automatic }) =>
      language !== added.language && !(automatic === true && isSameLanguage(language, added.language)),
  );
  if (others.length >= MAX_CAPTION_TRACKS)
    throw new AppError('limit_reached', `An item can have captions in up to ${MAX_CAPTION_TRACKS} languages.`);
  return [...others, added].sort(byLabel);
};

/**
 * Replaces the automatic captions. Undefined when they have no place: a user's captions in the same language are never
 * replaced, and an item has a limited number of tracks.
 */
export const withAutomatic = (
  captions: readonly StoredCaptions[],
  automatic: StoredCaptions | undefined,
): StoredCaptions[] | undefined => {
  const others = captions.filter((track) => track.automatic !== true);
  if (!automatic) return others;
  const isTaken = others.some(({ language }) => isSameLanguage(language, automatic.language));
  if (isTaken || others.length >= MAX_CAPTION_TRACKS) return undefined;
  return [...others, automatic].sort(byLabel);
};

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' });

/** Label of automatic captions, in English. Those that a machine wrote and no one checked say so. */
export const automaticLabel = (language: string, isUnchecked: boolean): string => {
  const name = languageNames.of(language.split('-')[0] ?? language) ?? language;
  return isUnchecked ? `${name} (automatic)` : name;
};

/** The captions of a content item as the API returns them. */
export const captionTracks = (contentId: string, captions: readonly StoredCaptions[] = []): CaptionTrack[] =>
  captions.map(({ id, language, label }) => ({ language, label, url: `/${captionsKey(contentId, id)}` }));
