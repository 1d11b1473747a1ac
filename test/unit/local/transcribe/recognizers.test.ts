import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GetTranscriptionJobCommand, StartTranscriptionJobCommand } from '@aws-sdk/client-transcribe';
import { findRecognizer } from '../../../../infra/local/services/transcribe/find-recognizer.ts';
import { speechOfCtm } from '../../../../infra/local/services/transcribe/pocketsphinx.ts';
import { utterances } from '../../../../infra/local/services/transcribe/utterances.ts';
import { recognitionOfWhisper } from '../../../../infra/local/services/transcribe/whisper.ts';
import { MEDIA } from '../../../support/media/media-files.ts';
import { fakeWhisper, replayPocketsphinx } from '../../../support/media/replayed-recognizer.ts';
import { openTranscribe, requestFor } from '../../../support/media/transcribe-bench.ts';

const BUCKET = 'soundstage-test';
const RECORDINGS = path.join(MEDIA, 'recognizers');
let folder: string;
const previousPath = process.env['PATH'];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'soundstage-recognizers-'));
});
afterEach(() => {
  process.env['PATH'] = previousPath;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs one job with a found recognizer and returns it with its transcript. */
const transcribe = async (found: ReturnType<typeof findRecognizer>, file: string, more: object = {}) => {
  const bench = await openTranscribe({ recognizer: found });
  await bench.store.seed(BUCKET, 'media', path.join(MEDIA, file));
  const { LanguageCode: language, ...request } = requestFor('job', 'media', { Subtitles: { Formats: ['vtt'] } });
  await bench.client.send(
    new StartTranscriptionJobCommand({
      ...request,
      ...('IdentifyLanguage' in more ? {} : { LanguageCode: language }),
      ...more,
    }),
  );
  await bench.engine.idle();
  const { TranscriptionJob: job } = await bench.client.send(
    new GetTranscriptionJobCommand({ TranscriptionJobName: 'job' }),
  );
  const written = bench.store.written.filter((key) => !key.endsWith('.temp'));
  const results = written.includes('out/job.json')
    ? (
        JSON.parse(readFileSync(bench.store.file(BUCKET, 'out/job.json'), 'utf8')) as {
          results: {
            transcripts: { transcript: string }[];
            items: { start_time: string; end_time: string }[];
            audio_segments: { transcript: string }[];
          };
        }
      ).results
    : undefined;
  await bench.close();
  return { job, results, written };
};

/** PocketSphinx that replays a recording. */
const pocketsphinx = (version: '0.8' | '5', recording: string) => {
  const replay = replayPocketsphinx(path.join(folder, `${version}-${recording}`), version, recording);
  process.env['PATH'] = `${replay.folder}${path.delimiter}${previousPath ?? ''}`;
  return { replay, found: findRecognizer({ SOUNDSTAGE_POCKETSPHINX_MODEL: replay.model }) };
};

describe('PocketSphinx, replayed from recordings', () => {
  it.each([
    ['0.8', ['-remove_silence', 'no']],
    ['5', []],
  ] as const)('of version %s transcribes speech with its times', async (version, silence) => {
    const { replay, found } = pocketsphinx(version, `pocketsphinx-${version}-jfk.ctm`);
    const { job, results, written } = await transcribe(found, 'jfk.wav');
    expect(job?.TranscriptionJobStatus).toBe('COMPLETED');
    expect(results?.transcripts[0]?.transcript).toMatch(/^and .* my fellow .* for your /);
    expect(results?.audio_segments.length).toBeGreaterThan(2);
    expect(Number(results?.items.at(-1)?.end_time)).toBeGreaterThan(10);
    expect(written).toEqual(['out/job.vtt', 'out/job.json']);
    const { args, control } = replay.lastCall();
    expect(control).toBe('sound 0 1100 0\n');
    const at = args.indexOf('-remove_silence');
    expect(at < 0 ? [] : args.slice(at, at + 2)).toEqual(silence);
  });

  it('finds no speech in music', async () => {
    const { replay, found } = pocketsphinx('0.8', 'pocketsphinx-0.8-viper.ctm');
    expect(
      readFileSync(path.join(RECORDINGS, 'pocketsphinx-0.8-viper.ctm'), 'utf8').split('\n').length,
    ).toBeGreaterThan(3);
    const { job, results, written } = await transcribe(found, 'viper.mp3');
    expect(job?.TranscriptionJobStatus).toBe('COMPLETED');
    expect(results?.transcripts).toEqual([{ transcript: '' }]);
    expect(written).toEqual(['out/job.json']);
    expect(replay.lastCall().control.trim().split('\n')).toHaveLength(2);
  });

  it.each([
    [{ LanguageCode: 'de-DE' }, /^PocketSphinx recognizes English only\. For other languages, set SOUNDSTAGE_WHISPER/],
    [{ IdentifyLanguage: true }, /^PocketSphinx recognizes English only, and cannot identify a language/],
  ])('fails for %p', async (more, reason) => {
    const { found } = pocketsphinx('0.8', 'pocketsphinx-0.8-jfk.ctm');
    const { job } = await transcribe(found, 'jfk.wav', more);
    expect(job).toMatchObject({
      TranscriptionJobStatus: 'FAILED',
      FailureReason: expect.stringMatching(reason) as unknown,
    });
  });

  it('keeps speech next to music, and adds the start of its utterance', () => {
    const line = (utterance: number, from: number, length: number, word: string) =>
      `${utterance} 1 ${from.toFixed(2)} ${length.toFixed(2)} ${word} 0.900\n`;
    const music = line(0, 1, 3, 'in') + line(0, 5, 2.5, 'the');
    const speech = line(1, 0.5, 0.4, 'welcome') + line(1, 0.9, 0.3, 'everyone') + line(1, 2.5, 0.3, 'tonight');
    const parts = [
      { from: 0, to: 2000 },
      { from: 2000, to: 3000 },
    ];
    const segments = speechOfCtm(music + speech, parts);
    expect(segments.map((words) => words.map(({ content, from }) => [content, from]))).toEqual([
      [
        ['welcome', 20.5],
        ['everyone', 20.9],
      ],
      [['tonight', 22.5]],
    ]);
  });
});

describe('whisper.cpp, by its documented format', () => {
  const settingsOf = (recording: string) => {
    const { program, model } = fakeWhisper(path.join(folder, `whisper-${recording}`), recording);
    return { SOUNDSTAGE_WHISPER: program, SOUNDSTAGE_WHISPER_MODEL: model };
  };

  it('transcribes with punctuation and without descriptions of sounds, and identifies the language', async () => {
    const found = findRecognizer(settingsOf('whisper-format.json'));
    const { job, results } = await transcribe(found, 'jfk.wav', { IdentifyLanguage: true });
    expect(job).toMatchObject({ TranscriptionJobStatus: 'COMPLETED', LanguageCode: 'en-US' });
    expect(results).toMatchObject({
      language_code: 'en-US',
      transcripts: [{ transcript: 'And so, café Americans.' }],
      audio_segments: [{ transcript: 'And so, café Americans.', start_time: '0.32', end_time: '2.25' }],
    });
    expect(results?.items.at(-2)).toMatchObject({
      start_time: '1.6',
      alternatives: [{ confidence: '0.75', content: 'Americans' }],
    });
  });

  it('fails when its model recognized another language', async () => {
    const found = findRecognizer(settingsOf('whisper-format.json'));
    const { job } = await transcribe(found, 'jfk.wav', { LanguageCode: 'de-DE' });
    expect(job?.FailureReason).toBe(
      'The speech recognizer failed: The model of SOUNDSTAGE_WHISPER_MODEL does not recognize the language "de"',
    );
  });

  it('joins a character that is spread over two tokens', () => {
    const bytes = Buffer.from('é');
    const token = (text: string) => ({ text, offsets: { from: 0, to: 500 }, p: 1 });
    const output = JSON.stringify({
      result: { language: 'fr' },
      transcription: [
        {
          offsets: { from: 0, to: 500 },
          text: ` caf${bytes.toString('latin1')}`,
          tokens: [' caf', ...[...bytes].map((byte) => String.fromCharCode(byte))].map(token),
        },
      ],
    });
    expect(recognitionOfWhisper(output).segments).toEqual([
      [{ type: 'pronunciation', content: 'café', from: 0, to: 0.5, confidence: 1 }],
    ]);
  });

  it.each(['not JSON', '{"transcription":[]}'])('rejects %s', (text) => {
    expect(() => recognitionOfWhisper(text)).toThrow(/^whisper\.cpp wrote/);
  });
});

describe('the recognizer of this computer', () => {
  it.each([
    [{ SOUNDSTAGE_WHISPER: 'whisper-cli' }, 'SOUNDSTAGE_WHISPER is not the absolute path of a program.'],
    [{ SOUNDSTAGE_WHISPER: process.execPath }, 'SOUNDSTAGE_WHISPER needs SOUNDSTAGE_WHISPER_MODEL'],
    [
      { SOUNDSTAGE_WHISPER: process.execPath, SOUNDSTAGE_WHISPER_MODEL: '/absent' },
      'SOUNDSTAGE_WHISPER_MODEL is not the absolute path of a file.',
    ],
  ])('is missing with a wrong setting, and nothing else is used: %p', (environment, message) => {
    replayPocketsphinx(path.join(folder, 'unused'), '0.8', 'pocketsphinx-0.8-jfk.ctm');
    process.env['PATH'] = path.join(folder, 'unused');
    expect(findRecognizer(environment)).toEqual({ missing: expect.stringContaining(message) as unknown });
  });

  it('is missing without a program or its model, and says how to get them', () => {
    process.env['PATH'] = folder;
    expect(findRecognizer({})).toEqual({
      missing: expect.stringMatching(/^No speech recognizer is installed\. Install PocketSphinx/) as unknown,
    });
    const { folder: place } = replayPocketsphinx(path.join(folder, 'bare'), '5', 'pocketsphinx-5-jfk.ctm');
    process.env['PATH'] = place;
    expect(findRecognizer({ SOUNDSTAGE_POCKETSPHINX_MODEL: folder })).toEqual({
      missing: expect.stringMatching(/^SOUNDSTAGE_POCKETSPHINX_MODEL is not a folder with en-us\/mdef/) as unknown,
    });
  });

  it('is PocketSphinx from the PATH, or whisper.cpp when it is configured', () => {
    const { found, replay } = pocketsphinx('5', 'pocketsphinx-5-jfk.ctm');
    const { program, model } = fakeWhisper(path.join(folder, 'chosen'), 'whisper-format.json');
    const chosen = findRecognizer({
      SOUNDSTAGE_WHISPER: program,
      SOUNDSTAGE_WHISPER_MODEL: model,
      SOUNDSTAGE_POCKETSPHINX_MODEL: replay.model,
    });
    expect([found, chosen]).toMatchObject([
      { recognizer: { title: 'PocketSphinx (English)', model: 'local-pocketsphinx-en-us' } },
      { recognizer: { title: 'whisper.cpp (ggml-base.bin)', model: 'local-whisper.cpp-ggml-base' } },
    ]);
  });
});

it('divides long sounds at their quietest places', async () => {
  const rate = 16_000;
  const samples = Buffer.alloc(2 * rate * 70);
  for (let index = 0; index < rate * 70; index += 1) {
    const second = index / rate;
    const quiet = (second > 20 && second < 20.5) || (second > 44 && second < 44.5);
    samples.writeInt16LE(quiet ? 10 : Math.round(8000 * Math.sin(index / 5)), 2 * index);
  }
  const file = path.join(folder, 'long.wav');
  writeFileSync(file, Buffer.concat([Buffer.alloc(44), samples]));
  const parts = await utterances(file);
  expect(parts.map(({ from, to }) => [from, to])).toEqual([
    [0, expect.any(Number)],
    [parts[0]?.to, expect.any(Number)],
    [parts[1]?.to, 7000],
  ]);
  expect(parts.map(({ to }) => Math.floor(to / 100))).toEqual([20, 44, 70]);
  writeFileSync(file, Buffer.alloc(44));
  expect(await utterances(file)).toEqual([]);
});
