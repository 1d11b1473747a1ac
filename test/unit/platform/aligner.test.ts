import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import createModule, { type SoundSwallowerModule } from 'soundswallower';
import {
  alignScript,
  type Aligner,
  type Alignment,
  type AlignProgress,
} from '../../../lambdas/domain/alignment/align-script.ts';
import { scriptWords } from '../../../lambdas/domain/alignment/script-words.ts';
import { segmentsOf } from '../../../lambdas/domain/transcripts/segments.ts';
import { createAligner } from '../../../lambdas/platform/speech/aligner.ts';
import { MEDIA } from '../../support/media/media-files.ts';

const WORDS = `And so, my fellow Americans: ask not what your country can do for you,
ask what you can do for your country.`;

/** The samples of a WAV file of 16 kHz whose header has 44 bytes. */
const samplesOf = (file: string): Float32Array => {
  const bytes = readFileSync(join(MEDIA, file));
  const data = bytes.subarray(bytes.indexOf('data') + 8);
  return Float32Array.from({ length: data.length >> 1 }, (_, index) => data.readInt16LE(index * 2) / 32_768);
};
const speech = samplesOf('jfk.wav');

const soundOf = (samples: Float32Array) => ({
  durationMs: Math.floor(samples.length / 16),
  read: async (from: number, to: number) => samples.subarray(from * 16, to * 16),
});
const repeated = (count: number): Float32Array => {
  const all = new Float32Array(speech.length * count);
  for (let at = 0; at < count; at += 1) all.set(speech, at * speech.length);
  return all;
};

let aligner: Aligner;
beforeAll(async () => {
  const models = join(dirname(require.resolve('soundswallower')), 'model');
  aligner = await createAligner({ createModule: () => createModule() as Promise<SoundSwallowerModule>, models }, 'en');
});

const align = (script: string, kind: 'text' | 'lyrics' = 'text', samples = speech) =>
  alignScript({ aligner, sound: soundOf(samples), isOver: () => false }, scriptWords(script, kind));
const reasonOf = async (script: string, samples = speech) => {
  const result = await align(script, 'text', samples);
  return result.kind === 'mismatch' ? result.reason : result.kind;
};

describe('aligning a real recording', () => {
  it('finds every word within a tenth of a second of where speech starts again after a pause', async () => {
    const result = await align(WORDS);
    if (result.kind !== 'done') throw new Error(JSON.stringify(result));
    expect(result.words).toHaveLength(22);
    // Measured with another program (Silero): speech at 0.32, 3.36, 5.41 and 8.19 seconds.
    const startOf = (index: number) => (result.words[index]?.start_ms ?? 0) / 1000;
    for (const [index, seconds] of [
      [0, 0.32],
      [5, 3.36],
      [7, 5.41],
      [14, 8.19],
    ] as const)
      expect(Math.abs(startOf(index) - seconds)).toBeLessThan(0.1);
    expect(segmentsOf(result.tokens, { language: 'en' }).map(({ text }) => text)).toEqual([
      'And so, my fellow Americans:',
      'ask not',
      'what your country can do for you, ask what you can do for your country.',
    ]);
  });

  it('keeps lines of lyrics, and leaves out headings', async () => {
    const lyrics =
      '[Verse]\nAnd so my fellow Americans\nask not what your country can do for you\n\n' +
      'ask what you can do for your country';
    const result = await align(lyrics, 'lyrics');
    if (result.kind !== 'done') throw new Error(JSON.stringify(result));
    const lines = segmentsOf(result.tokens, { language: 'en', keepLines: true });
    expect(lines.map(({ text }) => text)).toEqual(lyrics.split('\n').filter((line) => /^[^[]/.test(line)));
    expect(lines.map(({ start_ms: start }) => Math.round(start / 1000))).toEqual([0, 3, 8]);
  });

  it('guesses words that no dictionary has, and times numbers between their neighbors', async () => {
    const result = await align(WORDS.replace('Americans:', 'Amerrykans 1961').replace('country can', 'kuntrey can'));
    if (result.kind !== 'done') throw new Error(JSON.stringify(result));
    const [guessed, number, after] = result.words.slice(4, 7);
    expect(Math.abs((guessed?.start_ms ?? 0) - 1630)).toBeLessThan(300);
    expect(number).toEqual({ text: '1961', start_ms: guessed?.end_ms, end_ms: after?.start_ms, confidence: null });
  });

  it('rejects another text, with the time and the words where they part', async () => {
    const fox = 'the quick brown fox jumps over the lazy dog and runs away to the deep dark forest for ever';
    expect(await reasonOf(fox)).toMatch(/^The script does not match the sound at 0:0[0-2], near “the quick brown fox /);
    const half =
      'And so, my fellow Americans: ask not the quick brown fox jumps over the lazy dog and runs away to the forest';
    expect(await reasonOf(half)).toMatch(/at 0:0[2-5], near “[^”]*(?:quick|brown|fox)/);
    expect(await reasonOf(`${WORDS} ${WORDS} ${WORDS}`)).toMatch(/ends before the script|does not match/);
    expect(await reasonOf('1 2 3 !')).toBe('The script has no words that can be aligned.');
  });

  it('aligns long sound in windows, which can be continued later, with the same times', async () => {
    const count = 6;
    const sound = soundOf(repeated(count));
    const words = scriptWords(Array.from({ length: count }, () => WORDS).join('\n'), 'text');
    // Stops after each window. The first one starts where nothing is found yet.
    let progress: AlignProgress | undefined = { at_ms: 0, found: [] };
    let stops = 0;
    let result: Alignment | undefined;
    while (result?.kind !== 'done') {
      let windows = 0;
      result = await alignScript({ aligner, sound, isOver: () => (windows += 1) > 1 }, words, progress);
      if (result.kind === 'mismatch') throw new Error(result.reason);
      if (result.kind === 'done') break;
      stops += 1;
      progress = JSON.parse(JSON.stringify(result.progress)) as AlignProgress;
    }
    expect(stops).toBeGreaterThan(1);
    expect(result.words).toHaveLength(22 * count);
    const starts = result.words.map(({ start_ms: start }) => start);
    const off = starts.filter(
      (start, index) => Math.abs(start - Math.floor(index / 22) * 11_000 - (starts[index % 22] ?? 0)) > 300,
    );
    expect(off).toEqual([]);
  });
});
