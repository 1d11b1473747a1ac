import type { ScriptKind } from '../transcripts/stored.ts';

/** A word of a script as it is written, with what is heard of it. */
export interface ScriptWord {
  /** With its punctuation. */
  readonly text: string;
  /** Lowercase letters, hyphens and apostrophes; null for a number or a sign, whose sound is not known. */
  readonly spoken: string | null;
  /** Whether a segment ends after it: the end of a line of lyrics, or of a paragraph. */
  readonly ends: boolean;
}

/** A heading such as `[Chorus]`, which no one sings. */
const HEADING = /^\s*\[[^\]]*\]\s*$/;

const spokenOf = (word: string): string | null => {
  const letters = word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return /^\p{Script=Latin}(?:[\p{Script=Latin}'-]*\p{Script=Latin})?$/u.test(letters) ? letters : null;
};

/** Splits a script into words. Lines of lyrics stay lines; a text is divided at empty lines. */
export const scriptWords = (script: string, kind: ScriptKind): readonly ScriptWord[] => {
  const lines = script.split(/\r\n|\r|\n/).filter((line) => !HEADING.test(line));
  return lines.flatMap((line, index) => {
    const words = line.split(/\s+/u).filter((word) => word !== '');
    const ends = kind === 'lyrics' || (lines[index + 1] ?? '').trim() === '';
    return words.map((text, at) => ({ text, spoken: spokenOf(text), ends: ends && at === words.length - 1 }));
  });
};
