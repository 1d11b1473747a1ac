import { foldText } from '../search/fold.ts';

/** Maximum length of a search key in characters. In UTF-8 it stays well below DynamoDB's limit of 1,024 bytes. */
const KEY_LENGTH = 100;

/**
 * Normalizes text for search keys, both when it is stored and when it is searched for: folded like titles, and without
 * `#`, which separates the parts of a key.
 */
export const foldPerson = (text: string): string =>
  [...foldText(text.replaceAll('#', ' '))].slice(0, KEY_LENGTH).join('').trim();

/** Search keys of a user. A key without a value is undefined. */
export interface PersonKeys {
  readonly email: string | undefined;
  readonly name: string | undefined;
  /** The last word of the name; undefined when the name has only one word. */
  readonly lastName: string | undefined;
}

/** Search keys of a user. A search matches their beginnings. */
export const personKeys = ({
  email,
  full_name: fullName,
}: {
  readonly email: string;
  readonly full_name: string;
}): PersonKeys => {
  const name = foldPerson(fullName);
  const at = name.lastIndexOf(' ');
  return {
    email: foldPerson(email) || undefined,
    name: name || undefined,
    lastName: at < 0 ? undefined : name.slice(at + 1),
  };
};
