import { captionTexts } from './texts.ts';

/** Most bytes that the contract takes. */
const MAX_BYTES = 1_048_576;
const TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/;

/** A language tag in its canonical spelling (`EN-gb` is `en-GB`); undefined for what is none. */
export const canonicalLanguage = (text: string): string | undefined => {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'));
    return TAG.test(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
};

/** How a language is called in itself: `Deutsch`. Empty for what is no language. */
export const languageName = (text: string): string => {
  const tag = canonicalLanguage(text);
  if (tag === undefined) return '';
  const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? '';
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
};

/** The text of a caption file. Throws with a sentence for people. */
export const readCaptionFile = async (file: File): Promise<string> => {
  if (file.size > MAX_BYTES) throw new Error(captionTexts.tooLarge);
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(captionTexts.notText);
  }
};
