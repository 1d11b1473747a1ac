import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runConfined } from '../../media/confined.ts';
import { FRAMES_PER_SECOND, utterances, type Utterance } from './utterances.ts';
import { recognizerLimit, type Recognizer, type RecognizerRun, type RecognizedWord } from './recognizer.ts';

/**
 * Wider beams than the defaults: they find more words and take one and a half times as long. Each utterance is
 * normalized as a whole.
 */
const SEARCH = ['-cmn', 'current', '-beam', '1e-60', '-wbeam', '1e-40', '-pbeam', '1e-60'] as const;

/**
 * PocketSphinx finds words in music and noise too. Its own confidence does not separate them from speech: the mean of a
 * recording was 0.22 to 1 in music and 0.14 to 0.97 in speech. The lengths of the words do, because words in music are
 * stretched over notes and pauses: they are long for their letters, or some are long and others very short.
 *
 * A word stays when the words around it take at most this many seconds per letter, and when the logarithms of their
 * seconds per letter have at most this standard deviation. Of 31 recordings, decoded by version 0.8 with two settings,
 * that kept all 449 words in speech and none of 168 in music and silence. The limits were chosen for these. Of the
 * words of version 5, for which they were not, it kept 199 of 228 in speech (the others are in a noisy recording and a
 * slow one) and none of 45 in music.
 */
const MAX_SECONDS_PER_LETTER = 0.125;
const MAX_DEVIATION = 0.57;
/** Seconds before and after a word. In shorter spans, some words in music look like speech. */
const NEIGHBORHOOD_SECONDS = 10;

/** A pause of this many seconds ends a segment. */
const PAUSE_SECONDS = 0.5;

/** Reads a CTM file: `<utterance> 1 <start> <length> <word> <confidence>`, in seconds from the utterance's start. */
const readCtm = (text: string, parts: readonly Utterance[]): readonly RecognizedWord[] =>
  text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length === 6)
    .map(([utterance, , start, length, content = '', confidence]): RecognizedWord => {
      const from = (parts[Number(utterance)]?.from ?? 0) / FRAMES_PER_SECOND + Number(start);
      return { type: 'pronunciation', content, from, to: from + Number(length), confidence: Number(confidence) };
    })
    .sort((a, b) => a.from - b.from);

const isSpeech = (words: readonly RecognizedWord[]): boolean => {
  const lengths = words.map(({ from, to, content }) => ({
    seconds: Math.max(0.01, to - from),
    letters: content.length,
  }));
  const seconds = lengths.reduce((sum, each) => sum + each.seconds, 0);
  const letters = lengths.reduce((sum, each) => sum + each.letters, 0);
  const logs = lengths.map((each) => Math.log(each.seconds / each.letters));
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const variance = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0) / logs.length;
  return seconds <= letters * MAX_SECONDS_PER_LETTER && variance <= MAX_DEVIATION ** 2;
};

/** Removes words that are not speech by the lengths of the words around them. */
const withoutMusic = (words: readonly RecognizedWord[]): readonly RecognizedWord[] =>
  words.filter((word) => {
    const middle = (word.from + word.to) / 2;
    return isSpeech(
      words.filter(({ from, to }) => from < middle + NEIGHBORHOOD_SECONDS && to > middle - NEIGHBORHOOD_SECONDS),
    );
  });

/** Splits words at pauses. */
const byPauses = (words: readonly RecognizedWord[]): readonly (readonly RecognizedWord[])[] => {
  const segments: RecognizedWord[][] = [];
  for (const word of words) {
    const segment = segments.at(-1);
    if (segment && word.from - (segment.at(-1)?.to ?? 0) < PAUSE_SECONDS) segment.push(word);
    else segments.push([word]);
  }
  return segments;
};

/** The words of a CTM file that are speech, as segments. */
export const speechOfCtm = (text: string, parts: readonly Utterance[]): readonly (readonly RecognizedWord[])[] =>
  byPauses(withoutMusic(readCtm(text, parts)));

/**
 * Versions before 5 skip silence, and count times without it. Later versions do neither, and reject the argument.
 * Without arguments, the program prints those it knows.
 */
const silenceArguments = (program: string): readonly string[] => {
  const { stdout, stderr } = spawnSync(program, [], { encoding: 'utf8', timeout: 5000, env: {}, shell: false });
  return `${stdout}${stderr}`.includes('-remove_silence') ? ['-remove_silence', 'no'] : [];
};

const recognize = async (
  program: string,
  model: string,
  { sound, duration, folder, clock, signal }: RecognizerRun,
): Promise<readonly (readonly RecognizedWord[])[]> => {
  const parts = await utterances(sound);
  if (parts.length === 0) return [];
  const control = path.join(folder, 'utterances.ctl');
  const words = path.join(folder, 'words.ctm');
  const { name, ext } = path.parse(sound);
  await writeFile(control, parts.map(({ from, to }, index) => `${name} ${from} ${to} ${index}\n`).join(''));
  await runConfined({
    program,
    args: [
      ...['-hmm', path.join(model, 'en-us'), '-lm', path.join(model, 'en-us.lm.bin')],
      ...['-dict', path.join(model, 'cmudict-en-us.dict')],
      ...['-ctl', control, '-cepdir', path.dirname(sound), '-cepext', ext, '-adcin', 'yes', '-adchdr', '44'],
      ...SEARCH,
      ...silenceArguments(program),
      ...['-ctm', words],
    ],
    folder,
    clock,
    timeLimit: recognizerLimit(duration),
    signal,
    hide: sound,
    onLine: () => undefined,
  });
  return speechOfCtm(await readFile(words, 'utf8'), parts);
};

/** PocketSphinx with its model for American English. */
export const createPocketsphinx = (program: string, model: string): Recognizer => ({
  title: 'PocketSphinx (English)',
  model: 'local-pocketsphinx-en-us',
  rejection(language) {
    if (language === 'en') return undefined;
    return language === undefined
      ? 'PocketSphinx recognizes English only, and cannot identify a language. Name an English LanguageCode, or ' +
          'set SOUNDSTAGE_WHISPER and SOUNDSTAGE_WHISPER_MODEL to use whisper.cpp.'
      : 'PocketSphinx recognizes English only. For other languages, set SOUNDSTAGE_WHISPER and ' +
          'SOUNDSTAGE_WHISPER_MODEL to use whisper.cpp.';
  },
  recognize: async (run) => ({ language: 'en', segments: await recognize(program, model, run) }),
});
