import { foldText } from '../search/fold.ts';

/** Characters of a search key, at most: in UTF-8 well below the 1,024 bytes that a key may have. */
const KEY_LENGTH = 100;

/**
 * What is searched, or searched for, as keys hold it: folded like titles, without `#`, which separates the parts of
 * keys.
 */
export const foldPerson = (text: string): string =>
  [...foldText(text.replaceAll('#', ' '))].slice(0, KEY_LENGTH).join('').trim();

/** What a person is found by. A key that there is none of is undefined: without a name nobody is found by name. */
export interface PersonKeys {
  readonly email: string | undefined;
  readonly name: string | undefined;
  /** The name's last word; undefined when it is the only one. */
  readonly lastName: string | undefined;
}

/** Keys of a person, from which a search goes by their beginnings. */
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
