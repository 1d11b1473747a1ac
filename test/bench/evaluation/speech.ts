import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartTranscriptionJobCommand } from '@aws-sdk/client-transcribe';
import createModule, { type SoundSwallowerModule } from 'soundswallower';
import { findRecognizer } from '../../../infra/local/services/transcribe/find-recognizer.ts';
import { alignScript } from '../../../lambdas/domain/alignment/align-script.ts';
import { scriptWords } from '../../../lambdas/domain/alignment/script-words.ts';
import { createAligner } from '../../../lambdas/platform/speech/aligner.ts';
import { MEDIA } from '../../support/media/media-files.ts';
import { replayPocketsphinx } from '../../support/media/replayed-recognizer.ts';
import { openTranscribe, requestFor } from '../../support/media/transcribe-bench.ts';
import { shareOf, type Share } from '../intervals.ts';

const BUCKET = 'soundstage-test';

/** What is said in `jfk.wav`. */
const SPOKEN =
  'And so, my fellow Americans: ask not what your country can do for you, ask what you can do for your country.';

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];

/** The fewest words to insert, delete or replace to make one text into the other (Levenshtein's distance in words). */
export const wordErrors = (truth: readonly string[], found: readonly string[]): number => {
  let row = found.map((_, index) => index + 1);
  row.unshift(0);
  for (const [at, word] of truth.entries()) {
    const next = [at + 1];
    for (const [index, other] of found.entries())
      next.push(
        Math.min((next[index] ?? 0) + 1, (row[index + 1] ?? 0) + 1, (row[index] ?? 0) + (word === other ? 0 : 1)),
      );
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** What the local Transcribe makes of a file when PocketSphinx writes what it wrote when it was recorded. */
const transcriptOf = async (version: '0.8' | '5', recording: string, file: string): Promise<string> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'soundstage-evaluation-'));
  const { PATH } = process.env;
  try {
    const replay = replayPocketsphinx(folder, version, recording);
    process.env['PATH'] = `${replay.folder}${path.delimiter}${PATH ?? ''}`;
    const bench = await openTranscribe({
      recognizer: findRecognizer({ SOUNDSTAGE_POCKETSPHINX_MODEL: replay.model }),
    });
    await bench.store.seed(BUCKET, 'media', path.join(MEDIA, file));
    await bench.client.send(new StartTranscriptionJobCommand(requestFor('job', 'media')));
    await bench.engine.idle();
    const { results } = JSON.parse(readFileSync(bench.store.file(BUCKET, 'out/job.json'), 'utf8')) as {
      results: { transcripts: { transcript: string }[] };
    };
    await bench.close();
    return results.transcripts.map(({ transcript }) => transcript).join(' ');
  } finally {
    process.env['PATH'] = PATH;
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Word error rates of recorded outputs of PocketSphinx for `jfk.wav`: errors per word that is said. */
export const measureWordErrors = async (): Promise<readonly { readonly version: string; readonly rate: Share }[]> => {
  const truth = wordsOf(SPOKEN);
  const rates = [];
  for (const version of ['0.8', '5'] as const) {
    const found = wordsOf(await transcriptOf(version, `pocketsphinx-${version}-jfk.ctm`, 'jfk.wav'));
    rates.push({ version, rate: shareOf(wordErrors(truth, found), truth.length) });
  }
  return rates;
};

/** Words that the local Transcribe keeps of those that PocketSphinx 0.8 found in `viper.mp3`, which is music. */
export const measureWordsInMusic = async (): Promise<Share> => {
  const recording = 'pocketsphinx-0.8-viper.ctm';
  const found = readFileSync(path.join(MEDIA, 'recognizers', recording), 'utf8')
    .trim()
    .split('\n').length;
  return shareOf(wordsOf(await transcriptOf('0.8', recording, 'viper.mp3')).length, found);
};

/**
 * Where speech starts and ends in `jfk.wav`, in seconds, with the index of the first and the last word in between.
 * Measured with another program: Silero VAD 5, which finds speech and no words.
 */
const SPEECH = [
  { from: 0.32, to: 2.14, first: 0, last: 4 },
  { from: 3.36, to: 4.29, first: 5, last: 6 },
  { from: 5.41, to: 7.58, first: 7, last: 13 },
  { from: 8.19, to: 10.5, first: 14, last: 21 },
] as const;

/** How far the words of an aligned script are from where speech starts and ends, in milliseconds. */
export const measureAlignment = async (): Promise<readonly number[]> => {
  const models = path.join(path.dirname(createRequire(import.meta.url).resolve('soundswallower')), 'model');
  const aligner = await createAligner(
    { createModule: () => createModule() as Promise<SoundSwallowerModule>, models },
    'en',
  );
  const bytes = readFileSync(path.join(MEDIA, 'jfk.wav'));
  const data = bytes.subarray(bytes.indexOf('data') + 8);
  const samples = Float32Array.from({ length: data.length >> 1 }, (_, index) => data.readInt16LE(index * 2) / 32_768);
  const sound = {
    durationMs: Math.floor(samples.length / 16),
    read: async (from: number, to: number) => samples.subarray(from * 16, to * 16),
  };
  const aligned = await alignScript({ aligner, sound, isOver: () => false }, scriptWords(SPOKEN, 'text'));
  if (aligned.kind !== 'done') throw new Error(`The script was not aligned: ${JSON.stringify(aligned)}`);
  const { words } = aligned;
  return SPEECH.flatMap(({ from, to, first, last }) => [
    Math.abs((words[first]?.start_ms ?? Number.NaN) - 1000 * from),
    Math.abs((words[last]?.end_ms ?? Number.NaN) - 1000 * to),
  ]);
};
