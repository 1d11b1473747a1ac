import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { GetTranscriptionJobCommand, StartTranscriptionJobCommand } from '@aws-sdk/client-transcribe';
import { createManualClock } from '../../../../infra/local/clock.ts';
import type { Recognition, Recognizer, RecognizerRun } from '../../../../infra/local/services/transcribe/recognizer.ts';
import { MEDIA } from '../../../support/media/media-files.ts';
import { makeMedia } from '../../../support/media/tiny-film.ts';
import { tinyWav } from '../../../support/media/tiny-wav.ts';
import { openTranscribe, requestFor, type TranscribeBench } from '../../../support/media/transcribe-bench.ts';

const BUCKET = 'soundstage-test';
const START = Date.UTC(2026, 0, 1);
const NOTHING: Recognition = { language: 'en', segments: [] };
const HELLO: Recognition = {
  language: 'en',
  segments: [
    [
      { type: 'pronunciation', content: 'Hello', from: 0.5, to: 1, confidence: 0.9 },
      { type: 'punctuation', content: '.' },
    ],
  ],
};

/** A recognizer whose result the test decides. It records its runs. */
const scripted = (answer: (run: RecognizerRun) => Promise<Recognition>) => {
  const runs: RecognizerRun[] = [];
  const recognizer: Recognizer = {
    title: 'Scripted',
    model: 'local-scripted',
    rejection: (language) => (language === 'xx' ? 'The language xx is unknown.' : undefined),
    recognize(run) {
      runs.push(run);
      return answer(run);
    },
  };
  return { recognizer, runs };
};

const jobOf = async ({ client }: TranscribeBench, name: string) =>
  (await client.send(new GetTranscriptionJobCommand({ TranscriptionJobName: name }))).TranscriptionJob;

const json = (bench: TranscribeBench, key: string): unknown =>
  JSON.parse(readFileSync(bench.store.file(BUCKET, key), 'utf8'));

it('runs jobs one at a time, writes the outputs and publishes the end', async () => {
  const clock = createManualClock(START);
  const { recognizer, runs } = scripted(async ({ sound, duration }) => {
    const bytes = readFileSync(sound);
    expect([bytes.toString('latin1', 36, 40), bytes.readUInt32LE(24), bytes.readUInt16LE(22)]).toEqual([
      'data',
      16_000,
      1,
    ]);
    expect(bytes.length).toBe(44 + duration * 32_000);
    await clock.advance(5000);
    return HELLO;
  });
  const bench = await openTranscribe({ clock, recognizer: { recognizer } });
  await bench.store.seed(BUCKET, 'tone.wav', tinyWav(2));
  await bench.store.seed(BUCKET, 'film', path.join(MEDIA, 'rabbit320.mp4'));
  const Subtitles = { Formats: ['vtt' as const, 'srt' as const], OutputStartIndex: 1 };
  const { TranscriptionJob: started } = await bench.client.send(
    new StartTranscriptionJobCommand(requestFor('one', 'tone.wav', { Subtitles })),
  );
  expect(started).toMatchObject({ TranscriptionJobStatus: 'QUEUED', CreationTime: new Date(START) });
  expect(started?.Transcript).toBeUndefined();
  await clock.advance(1);
  const { LanguageCode: _, ...request } = requestFor('two', 'film');
  await bench.client.send(new StartTranscriptionJobCommand({ ...request, IdentifyLanguage: true }));
  await bench.engine.idle();

  expect(runs.map(({ language, duration }) => [language, Math.round(duration)])).toEqual([
    ['en', 2],
    [undefined, 8],
  ]);
  expect(await jobOf(bench, 'one')).toMatchObject({
    TranscriptionJobStatus: 'COMPLETED',
    LanguageCode: 'en-US',
    MediaFormat: 'wav',
    MediaSampleRateHertz: 8000,
    ModelSettings: { LanguageModelName: 'local-scripted' },
    CompletionTime: expect.any(Date) as unknown,
    Subtitles: {
      Formats: ['vtt', 'srt'],
      OutputStartIndex: 1,
      SubtitleFileUris: ['vtt', 'srt'].map((type) => `https://s3.us-east-1.amazonaws.com/${BUCKET}/out/one.${type}`),
    },
  });
  expect(await jobOf(bench, 'two')).toMatchObject({
    IdentifyLanguage: true,
    LanguageCode: 'en-US',
    MediaFormat: 'mp4',
  });
  expect(json(bench, 'out/two.json')).toMatchObject({ jobName: 'two', results: { language_code: 'en-US' } });
  expect(readFileSync(bench.store.file(BUCKET, 'out/one.srt'), 'utf8')).toBe(
    '1\n00:00:00,500 --> 00:00:01,000\nHello.\n',
  );
  expect(bench.store.types.get('out/one.vtt')).toBe('text/vtt');
  expect(bench.events.map(({ source, 'detail-type': type, detail }) => [source, type, detail])).toEqual(
    ['one', 'two'].map((name) => [
      'aws.transcribe',
      'Transcribe Job State Change',
      { TranscriptionJobName: name, TranscriptionJobStatus: 'COMPLETED' },
    ]),
  );
  expect(readdirSync(path.join(bench.folder, 'transcribe', 'work'))).toEqual([]);
  await bench.close();
});

it('completes without subtitles when there is no speech', async () => {
  const { recognizer } = scripted(async () => NOTHING);
  const bench = await openTranscribe({ recognizer: { recognizer } });
  await bench.store.seed(BUCKET, 'tone.wav', tinyWav());
  await bench.client.send(
    new StartTranscriptionJobCommand(requestFor('quiet', 'tone.wav', { Subtitles: { Formats: ['vtt', 'srt'] } })),
  );
  await bench.engine.idle();
  const job = await jobOf(bench, 'quiet');
  expect(job).toMatchObject({ TranscriptionJobStatus: 'COMPLETED', Subtitles: { Formats: ['vtt', 'srt'] } });
  expect(job?.Subtitles?.SubtitleFileUris).toBeUndefined();
  expect(json(bench, 'out/quiet.json')).toEqual({
    jobName: 'quiet',
    accountId: '000000000000',
    status: 'COMPLETED',
    results: { transcripts: [{ transcript: '' }], items: [], audio_segments: [] },
  });
  expect(bench.store.written.filter((key) => /vtt|srt/.test(key))).toEqual([]);
  await bench.close();
});

it('resumes an unfinished job after a restart, and ends its program at a stop', async () => {
  let stopped = false;
  const { promise: running, resolve: onRunning } = Promise.withResolvers<void>();
  let answer = ({ signal }: RecognizerRun) =>
    new Promise<Recognition>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped = true;
        reject(new Error('stopped'));
      });
      onRunning();
    });
  const { recognizer, runs } = scripted((run) => answer(run));
  const bench = await openTranscribe({ recognizer: { recognizer } });
  await bench.store.seed(BUCKET, 'tone.wav', tinyWav());
  for (const name of ['begun', 'waiting'])
    await bench.client.send(new StartTranscriptionJobCommand(requestFor(name, 'tone.wav')));
  await running;
  expect(await jobOf(bench, 'begun')).toMatchObject({ TranscriptionJobStatus: 'IN_PROGRESS' });
  await bench.engine.stop();
  expect([stopped, runs.length, bench.events.length]).toEqual([true, 1, 0]);

  answer = async () => HELLO;
  await bench.engine.start();
  await bench.engine.idle();
  expect(bench.events.map(({ detail }) => detail)).toEqual(
    ['begun', 'waiting'].map((name) => ({ TranscriptionJobName: name, TranscriptionJobStatus: 'COMPLETED' })),
  );
  await bench.close();
});

describe('a job fails with a reason', () => {
  let bench: TranscribeBench;
  const missing = 'No speech recognizer is installed.';
  beforeAll(async () => {
    const { recognizer } = scripted(async () => {
      throw new Error('a defect');
    });
    bench = await openTranscribe({ recognizer: { recognizer } });
    await bench.store.seed(BUCKET, 'tone.wav', tinyWav());
    await bench.store.seed(
      BUCKET,
      'mute',
      makeMedia('mute.mp4', ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=5:d=1', '-c:v', 'libx264']),
    );
    await bench.store.seed(BUCKET, 'text', Buffer.from('hello'));
    await bench.store.seed(BUCKET, 'broken', Buffer.from('RIFF....WAVEfmt '));
    await bench.store.seed(BUCKET, 'list', Buffer.from('#EXTM3U\nfile:///etc/passwd\n'));
    await bench.store.seed(BUCKET, 'matroska', Buffer.from('\x1aE\xdf\xa3matroska', 'latin1'));
  });
  afterAll(() => bench.close());

  const reasonOf = async (from: TranscribeBench, name: string, key: string, more: object = {}) => {
    await from.client.send(new StartTranscriptionJobCommand(requestFor(name, key, more)));
    await from.engine.idle();
    const job = await jobOf(from, name);
    expect(job?.TranscriptionJobStatus).toBe('FAILED');
    expect(from.events.at(-1)?.detail).toEqual({ TranscriptionJobName: name, TranscriptionJobStatus: 'FAILED' });
    return job?.FailureReason;
  };

  it.each([
    ['text', {}, 'Unsupported media format.'],
    ['list', {}, 'Unsupported media format.'],
    ['matroska', {}, 'Unsupported media format.'],
    ['mute', {}, 'The media file has no audio.'],
    ['broken', {}, /^The media file cannot be read: (?!.*\/)/],
    ['tone.wav', { MediaFormat: 'mp3' }, 'The media format provided does not match the detected media format.'],
    ['tone.wav', { MediaSampleRateHertz: 44_100 }, 'The sample rate provided does not match the detected sample rate.'],
    ['tone.wav', { LanguageCode: 'xx-XX' }, 'The language xx is unknown.'],
  ])('for %s %p', async (key, more, reason) => {
    const name = `bad-${key}-${Object.keys(more).join('')}`;
    expect(await reasonOf(bench, name, key, more)).toMatch(reason);
    expect(bench.store.written).not.toContain(`out/${name}.json`);
  });

  it('of a defect, without its text', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await reasonOf(bench, 'defect', 'tone.wav')).toBe('Internal failure. Try again.');
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockRestore();
  });

  it('of files over the limits of Transcribe', async () => {
    const size = { size: 2 * 1024 ** 3 + 1, etag: 'e', contentType: 'video/mp4', lastModified: new Date() };
    const huge = await openTranscribe({ recognizer: { missing } });
    const s3 = { ...huge.store, statObject: () => size };
    const own = await openTranscribe({ recognizer: { missing }, s3 });
    await huge.store.seed(BUCKET, 'huge', tinyWav());
    expect(await reasonOf(own, 'huge', 'huge')).toBe('Invalid file size: file size too large.');
    await own.close();
    await huge.close();
  });

  it('of a missing recognizer, and makes no transcript up', async () => {
    const own = await openTranscribe({ recognizer: { missing } });
    await own.store.seed(BUCKET, 'tone.wav', tinyWav());
    expect(await reasonOf(own, 'alone', 'tone.wav')).toBe(missing);
    expect(own.store.written).toEqual(['out/.write_access_check_file.temp']);
    expect(own.engine.recognizerInUse()).toBe(`none; ${missing}`);
    await own.close();
  });
});
