import { join } from 'node:path';
import type { Decoder, Segment, SoundSwallowerModule } from 'soundswallower';
import type { ScriptLanguage } from '../../contract/content/transcript-editing.ts';
import type { Aligner, FoundWord } from '../../domain/alignment/align-script.ts';
import { guessPronunciation } from '../../domain/alignment/pronounce.ts';

/** Sampling rate of the sound in hertz. */
export const SAMPLE_RATE = 16_000;

/** The acoustic model of each language. */
const MODELS: Readonly<Record<ScriptLanguage, string>> = { en: 'en-us', fr: 'fr-fr' };

/** Words that the decoder inserts: silence and noise. */
const isFiller = (word: string): boolean => /^[<[(]/.test(word);

/** Words that the grammar's syntax can contain. All others get a name of their own. */
const PLAIN = /^[\p{Script=Latin}]+(?:'[\p{Script=Latin}]+)*$/u;

const foundOf = ({ b, d, p }: Segment): FoundWord => ({
  start_ms: Math.round(b * 1000),
  end_ms: Math.round((b + d) * 1000),
  score: p,
});

/** Teaches the decoder words that are not in its dictionary. Returns the name of each word in the dictionary. */
const createVocabulary = (decoder: Decoder, language: ScriptLanguage): ((word: string) => string) => {
  const names = new Map<string, string>();
  const pronounce = (word: string): string =>
    word
      .split(/['-]/)
      .map((part) => (part === '' ? '' : (decoder.lookup_word(part) ?? guessPronunciation(part, language))))
      .join(' ')
      .trim();
  return (word) => {
    const known = names.get(word);
    if (known !== undefined) return known;
    const isKnown = PLAIN.test(word) && (decoder.lookup_word(word) as string | null) !== null;
    const name = isKnown ? word : `unknown${names.size}`;
    // A word without any sound, such as a sign that counts as a letter, is heard as the shortest vowel.
    if (!isKnown) decoder.add_words([name, pronounce(word) || (language === 'en' ? 'AH' : 'ee')]);
    names.set(word, name);
    return name;
  };
};

/** A grammar of the first words: none, the first, the first two, and so on. */
const grammarOf = (words: readonly string[]): string =>
  '#JSGF V1.0;\ngrammar script;\npublic <script> = ' +
  `${words.map((word) => `[ ${word} `).join('')}${']'.repeat(words.length)};`;

/** Where the aligner's module and models come from. */
export interface AlignerParts {
  readonly createModule: () => Promise<SoundSwallowerModule>;
  /** Folder of the acoustic models. */
  readonly models: string;
}

/** Loads the model of a language, which takes about half a second and 100 MB. */
export const createAligner = async (
  { createModule, models }: AlignerParts,
  language: ScriptLanguage,
): Promise<Aligner> => {
  const { Decoder } = await createModule();
  const decoder = new Decoder({
    hmm: join(models, MODELS[language]),
    samprate: SAMPLE_RATE,
    loglevel: 'FATAL',
  });
  await decoder.initialize();
  const nameOf = createVocabulary(decoder, language);
  return {
    align(sound, words, mode) {
      const names = words.map(nameOf);
      if (mode === 'all') decoder.set_align_text(names.join(' '));
      else decoder.set_grammar(grammarOf(names));
      decoder.start();
      decoder.process_audio(sound, false, true);
      decoder.stop();
      const found = (decoder.get_alignment().w ?? []).filter(({ t }) => !isFiller(t));
      return found.map(foundOf);
    },
  };
};
