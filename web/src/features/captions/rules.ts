import { captionTexts } from './texts.ts';

/** Maximum size of a caption file in the contract, in bytes. */
const MAX_BYTES = 1_048_576;
const TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;

/** The canonical form of a language tag (`EN-gb` is `en-GB`); undefined if it is not one. */
export const canonicalLanguage = (text: string): string | undefined => {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'));
    return TAG.test(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
};

/** The name of a language in that language, such as `Deutsch`. Empty if the text is not a language tag. */
export const languageName = (text: string): string => {
  const tag = canonicalLanguage(text);
  if (tag === undefined) return '';
  const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? '';
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
};

/** Reads a caption file. Throws an error with a user-facing message if it is too large or not UTF-8. */
export const readCaptionFile = async (file: File): Promise<string> => {
  if (file.size > MAX_BYTES) throw new Error(captionTexts.tooLarge);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(captionTexts.notText);
  }
};
