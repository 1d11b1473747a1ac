import {
  DeleteTranscriptionJobCommand,
  GetTranscriptionJobCommand,
  ListTranscriptionJobsCommand,
  ListVocabulariesCommand,
  StartTranscriptionJobCommand,
  type StartTranscriptionJobCommandInput,
} from '@aws-sdk/client-transcribe';
import { createManualClock } from '../../../../infra/local/clock.ts';
import { createAccess, createAuthorize } from '../../../../infra/local/iam/access.ts';
import { createRoleBook } from '../../../../infra/local/roles.ts';
import type { Recognizer } from '../../../../infra/local/services/transcribe/recognizer.ts';
import { tinyWav } from '../../../support/media/tiny-wav.ts';
import { openTranscribe, requestFor, type TranscribeBench } from '../../../support/media/transcribe-bench.ts';

const BUCKET = 'soundstage-test';
const silent: Recognizer = {
  title: 'Silent',
  model: 'local-silent',
  rejection: () => undefined,
  recognize: async () => ({ language: 'en', segments: [] }),
};
const clock = createManualClock();
let bench: TranscribeBench;
const start = (input: StartTranscriptionJobCommandInput) => bench.client.send(new StartTranscriptionJobCommand(input));

beforeAll(async () => {
  bench = await openTranscribe({ clock, recognizer: { recognizer: silent } });
  await bench.store.seed(BUCKET, 'tone.wav', tinyWav());
});
afterAll(() => bench.close());

describe('a request to start a job', () => {
  const valid = requestFor('never', 'tone.wav');
  const { LanguageCode: _, ...noLanguage } = valid;
  const { OutputBucketName: _bucket, ...noBucket } = valid;
  it.each<[string, object]>([
    ['TranscriptionJobName: must contain only letters', { ...valid, TranscriptionJobName: 'a job' }],
    ['TranscriptionJobName: must not be', { ...valid, TranscriptionJobName: '..' }],
    ['exactly one of LanguageCode, IdentifyLanguage and IdentifyMultipleLanguages', noLanguage],
    ['exactly one of LanguageCode', { ...valid, IdentifyLanguage: true }],
    ['IdentifyMultipleLanguages: is not supported', { ...noLanguage, IdentifyMultipleLanguages: true }],
    ['LanguageOptions: can only be used', { ...valid, LanguageOptions: ['en-US', 'de-DE'] }],
    ['LanguageCode: must be a language code', { ...valid, LanguageCode: 'English' }],
    ['Media.MediaFileUri: must be s3://', { ...valid, Media: { MediaFileUri: 'https://example.org/a.mp3' } }],
    ['Media.RedactedMediaFileUri: is not supported', { ...valid, Media: { RedactedMediaFileUri: 's3://b/k' } }],
    ['MediaFormat:', { ...valid, MediaFormat: 'mov' }],
    ['MediaSampleRateHertz:', { ...valid, MediaSampleRateHertz: 4000 }],
    ['OutputBucketName: is required by the local Transcribe', noBucket],
    ['OutputBucketName: must be the name of a bucket', { ...valid, OutputBucketName: 'A bucket' }],
    ['OutputKey: may contain', { ...valid, OutputKey: 'a?b' }],
    ['Subtitles.Formats.0:', { ...valid, Subtitles: { Formats: ['ttml'] } }],
    ['Subtitles.OutputStartIndex:', { ...valid, Subtitles: { Formats: ['vtt'], OutputStartIndex: 2 } }],
    ['Settings.ShowSpeakerLabels: is not supported', { ...valid, Settings: { ShowSpeakerLabels: true } }],
    ['Settings.VocabularyName: is not supported', { ...valid, Settings: { VocabularyName: 'names' } }],
    ['JobExecutionSettings: is not supported', { ...valid, JobExecutionSettings: { AllowDeferredExecution: true } }],
    ['ToxicityDetection: is not supported', { ...valid, ToxicityDetection: [{ ToxicityCategories: ['ALL'] }] }],
    ['OutputEncryptionKMSKeyId: is not supported', { ...valid, OutputEncryptionKMSKeyId: 'key' }],
  ])('is rejected: %s', async (message, input) => {
    await expect(start(input as StartTranscriptionJobCommandInput)).rejects.toMatchObject({
      name: 'BadRequestException',
      message: expect.stringContaining(message) as unknown,
    });
    expect(bench.engine.jobs()).toEqual([]);
  });

  it('is rejected for media that does not exist', async () => {
    await expect(start(requestFor('never', 'absent.wav'))).rejects.toMatchObject({
      name: 'BadRequestException',
      message: expect.stringContaining("The S3 URI that you provided can't be accessed") as unknown,
    });
  });

  it('accepts settings that turn something off', async () => {
    await start(
      requestFor('off', 'tone.wav', { Settings: { ShowSpeakerLabels: false, ChannelIdentification: false } }),
    );
    await bench.engine.idle();
    await bench.client.send(new DeleteTranscriptionJobCommand({ TranscriptionJobName: 'off' }));
  });
});

it.each<[string | undefined, string]>([
  [undefined, 'place.json'],
  ['kept.json', 'kept.json'],
  ['folder/', 'folder/place.json'],
  ['deep/folder', 'deep/folder/place.json'],
  ['deep/kept.json', 'deep/kept.json'],
])('writes the output of the key %s to %s', async (OutputKey, transcript) => {
  const first = bench.store.written.length;
  await start({ ...requestFor('place', 'tone.wav'), OutputKey });
  await bench.engine.idle();
  const folder = transcript.slice(0, transcript.lastIndexOf('/') + 1);
  // AWS writes the empty object to try the permission, and leaves it there.
  expect(bench.store.written.slice(first)).toEqual([`${folder}.write_access_check_file.temp`, transcript]);
  const { TranscriptionJob } = await bench.client.send(
    new GetTranscriptionJobCommand({ TranscriptionJobName: 'place' }),
  );
  expect(TranscriptionJob?.Transcript?.TranscriptFileUri).toBe(
    `https://s3.us-east-1.amazonaws.com/${BUCKET}/${transcript}`,
  );
  await bench.client.send(new DeleteTranscriptionJobCommand({ TranscriptionJobName: 'place' }));
});

it('uses a name once until its job is deleted', async () => {
  await start(requestFor('once', 'tone.wav'));
  await expect(start(requestFor('once', 'tone.wav'))).rejects.toMatchObject({ name: 'ConflictException' });
  await bench.engine.idle();
  await expect(start(requestFor('once', 'tone.wav'))).rejects.toMatchObject({ name: 'ConflictException' });
  await bench.client.send(new DeleteTranscriptionJobCommand({ TranscriptionJobName: 'once' }));
  await expect(
    bench.client.send(new GetTranscriptionJobCommand({ TranscriptionJobName: 'once' })),
  ).rejects.toMatchObject({ name: 'NotFoundException' });
  await expect(
    bench.client.send(new DeleteTranscriptionJobCommand({ TranscriptionJobName: 'once' })),
  ).rejects.toMatchObject({ name: 'BadRequestException' });
  await start(requestFor('once', 'tone.wav'));
  await bench.engine.idle();
  await bench.client.send(new DeleteTranscriptionJobCommand({ TranscriptionJobName: 'once' }));
});

it('lists jobs by pages, newest first, by status and name', async () => {
  for (const name of ['list-a', 'list-b', 'list-c', 'other']) {
    await clock.advance(1000);
    await start(requestFor(name, 'tone.wav', { MediaSampleRateHertz: name === 'list-b' ? 44_100 : undefined }));
  }
  await bench.engine.idle();
  const list = async (input: object) => {
    const { TranscriptionJobSummaries = [], NextToken } = await bench.client.send(
      new ListTranscriptionJobsCommand(input),
    );
    return [TranscriptionJobSummaries.map(({ TranscriptionJobName: name }) => name), NextToken];
  };
  expect(await list({ JobNameContains: 'LIST', MaxResults: 2 })).toEqual([['list-c', 'list-b'], '2']);
  expect(await list({ JobNameContains: 'LIST', MaxResults: 2, NextToken: '2' })).toEqual([['list-a'], undefined]);
  expect(await list({ Status: 'FAILED' })).toEqual([['list-b'], undefined]);
  await expect(list({ NextToken: 'foreign' })).rejects.toMatchObject({ name: 'BadRequestException' });
});

it('rejects an operation that it does not serve by its name', async () => {
  await expect(bench.client.send(new ListVocabulariesCommand({}))).rejects.toMatchObject({
    message: expect.stringContaining('Transcribe.ListVocabularies') as unknown,
  });
});

describe('permissions', () => {
  const roleArn = 'arn:aws:iam::000000000000:role/analyze';
  const caller = { accessKeyId: 'LOCALA', secretAccessKey: 's', name: 'analyze', roleArn };
  const object = (key: string) => `arn:aws:s3:::${BUCKET}/${key}`;
  const statements = [
    { Effect: 'Allow', Action: 'transcribe:StartTranscriptionJob', Resource: '*' },
    { Effect: 'Allow', Action: 's3:GetObject', Resource: object('tone.wav') },
    { Effect: 'Allow', Action: 's3:PutObject', Resource: object('out/.write_access_check_file.temp') },
    { Effect: 'Allow', Action: 's3:PutObject', Resource: object('out/job.json') },
    { Effect: 'Allow', Action: 's3:PutObject', Resource: object('out/job.vtt') },
  ];
  const request = requestFor('job', 'tone.wav', { Subtitles: { Formats: ['vtt'] } });
  const attempt = async (documents: readonly object[]): Promise<string> => {
    const roles = createRoleBook();
    roles.define({ arn: roleArn, name: 'analyze', documents: [{ Statement: documents as never }] });
    const access = createAccess({ roles });
    const own = await openTranscribe(
      { clock, recognizer: { recognizer: silent }, access, authorize: createAuthorize(access) },
      caller,
    );
    await own.store.seed(BUCKET, 'tone.wav', tinyWav());
    const result = await own.client.send(new StartTranscriptionJobCommand(request)).then(
      () => 'started',
      ({ name, message }: Error) => `${name}: ${message}`,
    );
    await own.close();
    return result;
  };

  it('start a job with exactly the permissions that AWS needs', async () => {
    expect(await attempt(statements)).toBe('started');
  });

  it.each([
    [0, /^AccessDeniedException: User: .* is not authorized to perform: transcribe:StartTranscriptionJob/],
    [1, /^BadRequestException: The S3 URI that you provided can't be accessed/],
    [2, /^BadRequestException: The specified S3 bucket can't be accessed.*write_access_check_file/],
    [3, /^BadRequestException: The specified S3 bucket can't be accessed.*out\/job\.json/],
    [4, /^BadRequestException: The specified S3 bucket can't be accessed.*out\/job\.vtt/],
  ])('are those of the caller: without statement %d', async (missing, error) => {
    expect(await attempt(statements.filter((_statement, index) => index !== missing))).toMatch(error);
  });
});
