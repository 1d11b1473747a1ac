import { fragmentFixture } from '../../../support/media/fragment-fixture.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CreateJobCommand, GetJobCommand, ListJobsCommand, SearchJobsCommand } from '@aws-sdk/client-mediaconvert';
import { createManualClock, systemClock } from '../../../../infra/local/clock.ts';
import { hdrSourceOf } from '../../../../infra/local/services/mediaconvert/colors.ts';
import { inputArguments } from '../../../../infra/local/media/confined.ts';
import { jobPercent } from '../../../../infra/local/services/mediaconvert/events.ts';
import { ffmpegArguments } from '../../../../infra/local/services/mediaconvert/ffmpeg-arguments.ts';
import { joinSegments, readFragments } from '../../../../infra/local/services/mediaconvert/fragments.ts';
import { createJobFiles } from '../../../../infra/local/services/job-files.ts';
import type { JobRecord } from '../../../../infra/local/services/mediaconvert/job-record.ts';
import { createJobs } from '../../../../infra/local/services/mediaconvert/jobs.ts';
import { planJob } from '../../../../infra/local/services/mediaconvert/plan.ts';
import { groupPlaylist, mediaPlaylist } from '../../../../infra/local/services/mediaconvert/playlists.ts';
import { probeResult } from '../../../../infra/local/media/probe.ts';
import { parseJobSettings } from '../../../../infra/local/services/mediaconvert/settings.ts';
import { sniff } from '../../../../infra/local/media/sniff.ts';
import { buildJobSettings } from '../../../../lambdas/domain/media/job-settings.ts';
import { buildLadder } from '../../../../lambdas/domain/media/ladder.ts';
import { openMediaConvert } from '../../../support/media/media-convert-bench.ts';

const ladder = buildLadder(
  {
    container: 'mp4',
    duration: 60,
    streams: 2,
    bytes: 1,
    video: {
      codec: 'AVC',
      width: 1280,
      height: 720,
      rotation: 0,
      frameRate: { numerator: 30_000, denominator: 1001 },
      pixelAspect: 1,
      interlaced: true,
      hdr: false,
    },
    audio: { codec: 'AAC', channels: 2, sampleRate: 48_000 },
  },
  'business',
);
const job = {
  contentId: 'c1',
  version: 'v1',
  input: 's3://bucket/uploads/c1/u1',
  destination: 's3://bucket',
  ladder,
  thumbnailAt: 1,
  interlaced: true,
};
const sdkSettings = buildJobSettings(job);

/** Converts the SDK's names to the API's: the first letter becomes lowercase, except in free keys. */
const wire = (value: unknown, free = false): never =>
  (Array.isArray(value)
    ? value.map((item) => wire(item))
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value).map(([key, item]) => [
            free ? key : key.charAt(0).toLowerCase() + key.slice(1),
            wire(item, key === 'AudioSelectors'),
          ]),
        )
      : value) as never;

describe('job settings', () => {
  it('of our own jobs are accepted', () => {
    expect(() => parseJobSettings(wire(sdkSettings))).not.toThrow();
  });

  it.each([
    [
      '/outputGroups/0/outputGroupSettings/cmafGroupSettings/encryption',
      (settings: never) =>
        Object.assign(
          (settings as { outputGroups: { outputGroupSettings: { cmafGroupSettings: object } }[] }).outputGroups[0]!
            .outputGroupSettings.cmafGroupSettings,
          { encryption: {} },
        ),
    ],
    [
      '/outputGroups/0/outputs/0/videoDescription/codecSettings/h264Settings/rateControlMode',
      (settings: never) =>
        Object.assign(
          (
            settings as {
              outputGroups: { outputs: { videoDescription: { codecSettings: { h264Settings: object } } }[] }[];
            }
          ).outputGroups[0]!.outputs[0]!.videoDescription.codecSettings.h264Settings,
          { rateControlMode: 'CBR' },
        ),
    ],
    [
      '/outputGroups/0/outputs/0/videoDescription/videoPreprocessors/colorCorrector/colorSpaceConversion',
      (settings: never) =>
        Object.assign(
          (settings as { outputGroups: { outputs: { videoDescription: { videoPreprocessors: object } }[] }[] })
            .outputGroups[0]!.outputs[0]!.videoDescription.videoPreprocessors,
          { colorCorrector: { colorSpaceConversion: 'FORCE_HDR10', hdrToSdrToneMapper: 'VIBRANT' } },
        ),
    ],
    ['/nielsenConfiguration', (settings: never) => Object.assign(settings, { nielsenConfiguration: {} })],
    ['/inputs', (settings: never) => Object.assign(settings, { inputs: [] })],
  ])('that are not supported are rejected with their path %s', (where, spoil) => {
    const settings = wire(sdkSettings);
    spoil(settings);
    expect(() => parseJobSettings(settings)).toThrow(
      expect.objectContaining({
        code: 'BadRequestException',
        message: expect.stringContaining(`${where}:`) as unknown,
      }) as Error,
    );
  });
});

it('encodes in one pass with aligned keyframes, from a local file only', () => {
  const plan = planJob(parseJobSettings(wire(sdkSettings)));
  const input = inputArguments('/data/object', { demuxer: 'mov', format: 'mp4' }, 100);
  const args = ffmpegArguments(plan, input, 2);
  expect(args.filter((arg) => arg === '-i')).toHaveLength(1);
  expect(args.filter((arg) => arg === 'libx264')).toHaveLength(3);
  expect(args.filter((arg) => arg === 'aac')).toHaveLength(1);
  expect(args.filter((_arg, index) => args[index - 1] === '-g')).toEqual(['60', '60', '60']);
  expect(args.join(' ')).toContain('-protocol_whitelist file -format_whitelist mov,mp4,m4a,3gp,3g2,mj2');
  expect(args[args.indexOf('-i') + 1]).toBe('file:/data/object');
  expect(() => inputArguments('relative', { demuxer: 'mov', format: 'mp4' }, 100)).toThrow(RangeError);
  expect(() => inputArguments('/data/object', { demuxer: 'concat', format: 'mp4' }, 100)).toThrow(RangeError);
});

it('converts colors only for an HDR source, and only in the outputs whose settings ask for it', () => {
  const input = inputArguments('/data/object', { demuxer: 'mov', format: 'mp4' }, 100);
  const source = { transfer: 'arib-std-b67', primaries: 'bt2020', matrix: 'bt2020nc', range: 'tv' } as const;
  const counted = (settings: unknown, hdr?: typeof source): readonly number[] => {
    const text = ffmpegArguments(planJob(parseJobSettings(wire(settings))), input, 2, hdr).join(' ');
    return [/tonemap=/g, /zscale=tin=arib-std-b67/g, /-color_trc bt709/g].map((part) => text.match(part)?.length ?? 0);
  };
  const asking = buildJobSettings({ ...job, convertHdr: true });
  // Three renditions, poster, thumbnail and the sheets of the storyboard.
  expect(counted(asking, source)).toEqual([6, 6, 3]);
  expect(counted(asking)).toEqual([0, 0, 0]);
  expect(counted(sdkSettings, source)).toEqual([0, 0, 0]);
});

it('reads the colors of a stream, and takes those of BT.2100 for what it does not say', () => {
  const hdr = { transfer: 'smpte2084', primaries: 'bt2020', matrix: 'bt2020nc', range: 'tv' };
  expect(hdrSourceOf({ color_transfer: 'smpte2084' })).toEqual(hdr);
  expect(hdrSourceOf({ color_transfer: 'smpte2084', color_primaries: 'smpte432', color_range: 'pc' })).toEqual({
    ...hdr,
    primaries: 'smpte432',
    range: 'pc',
  });
  // The names go into a filter, so an unknown one must not.
  expect(hdrSourceOf({ color_transfer: 'smpte2084', color_primaries: 'x,movie=y', color_space: '];z' })).toEqual(hdr);
  for (const color_transfer of [undefined, 'bt709', 'bt2020-10', 'unknown'])
    expect(hdrSourceOf({ color_transfer, color_primaries: 'bt2020' } as object)).toBeUndefined();
});

it('rejects playlists, lists and images before a demuxer reads them', () => {
  for (const body of [
    '#EXTM3U\n',
    'ffconcat version 1.0\n',
    'v=0\n',
    '<?xml',
    '\x89PNG',
    '\xff\xd8\xff\xe0',
    '',
    'G',
  ]) {
    expect(sniff(Buffer.from(body, 'latin1'))).toBeUndefined();
  }
});

describe('segments', () => {
  it('are cut at the fragments of a fragmented MP4', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'fragments-'));
    const file = path.join(folder, 'a.mp4');
    await writeFile(file, fragmentFixture({ timescale: 1000, durations: [2000, 2002, 2000, 2000, 1500] }));
    const read = await readFragments(file);
    await rm(folder, { recursive: true });
    expect(read.codec).toBe('mp4a.40.2');
    expect(read.fragments.map(({ duration }) => duration)).toEqual([2, 2.002, 2, 2, 1.5]);
    const segments = joinSegments(read.fragments, 6);
    expect(segments.map(({ duration }) => Number(duration.toFixed(3)))).toEqual([6.002, 3.5]);
    const size = segments.reduce((sum, segment) => sum + segment.size, 0);
    expect(segments[0]?.offset).toBe(read.initSize);
    expect(size).toBe(read.fragments.reduce((sum, fragment) => sum + fragment.size, 0));
  });

  it('are listed in playlists with codecs, bandwidths and one audio group', () => {
    const segments = [
      { offset: 0, size: 75_000, duration: 6 },
      { offset: 0, size: 10_000, duration: 2 },
    ];
    expect(mediaPlaylist('hls_a', 'cmfv', segments)).toContain('#EXT-X-TARGETDURATION:6\n');
    const base = { segments, isDefault: true };
    const text = groupPlaylist([
      {
        ...base,
        kind: 'video',
        name: 'hls_v',
        modifier: '_v',
        codec: 'avc1.64001f',
        audioGroup: 'audio',
        width: 640,
        height: 360,
        frameRate: 25,
      },
      { ...base, kind: 'audio', name: 'hls_audio', modifier: '_audio', codec: 'mp4a.40.2', audioGroup: 'audio' },
    ]);
    expect(text).toContain(
      '#EXT-X-STREAM-INF:BANDWIDTH=200000,AVERAGE-BANDWIDTH=170000,CODECS="avc1.64001f,mp4a.40.2",' +
        'RESOLUTION=640x360,FRAME-RATE=25.000,AUDIO="audio"\nhls_v.m3u8\n',
    );
    expect(text.match(/TYPE=AUDIO/g)).toHaveLength(1);
  });
});

it('returns ffprobe’s output in the shape of Probe', () => {
  const result = probeResult('mp4', {
    format: { duration: '3.5' },
    streams: [
      {
        codec_type: 'video',
        codec_name: 'h264',
        width: 640,
        height: 360,
        avg_frame_rate: '25/1',
        side_data_list: [{ rotation: -90 }],
      },
      { codec_type: 'video', codec_name: 'png', disposition: { attached_pic: 1 } },
      { codec_type: 'audio', codec_name: 'pcm_s16le', channels: 1, sample_rate: '16000' },
      { codec_type: 'video', codec_name: 'h264', codec_tag_string: 'encv' },
    ],
  });
  expect(result.container).toMatchObject({
    format: 'mp4',
    duration: 3.5,
    tracks: [
      { index: 1, codec: 'AVC', videoProperties: { rotation: 90, frameRate: { numerator: 25, denominator: 1 } } },
      { codec: 'PCM' },
      { codec: 'UNKNOWN' },
    ],
  });
  expect(result.trackMappings).toEqual([{ videoTrackIndexes: [1, 3], audioTrackIndexes: [2], dataTrackIndexes: [] }]);
});

it('never decreases the percentage across the phases', () => {
  const steps = (['PROBING', 'TRANSCODING', 'UPLOADING'] as const).flatMap((phase) =>
    [0, 50, 100].map((percent) => jobPercent(phase, percent)),
  );
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(steps.at(-1)).toBeLessThan(100);
});

describe('the API', () => {
  it('remembers a client token for a minute, and finds jobs by input after that', async () => {
    const clock = createManualClock();
    const bench = await openMediaConvert(clock);
    const create = () =>
      bench.client.send(
        new CreateJobCommand({
          Role: 'role',
          ClientRequestToken: 'token-1',
          UserMetadata: { attempt: 'a1' },
          Settings: sdkSettings,
        }),
      );
    const first = (await create()).Job?.Id;
    await clock.advance(59_000);
    expect((await create()).Job?.Id).toBe(first);
    await clock.advance(2000);
    const found = await bench.client.send(new SearchJobsCommand({ InputFile: 's3://bucket/uploads/c1/u1' }));
    expect(found.Jobs?.map(({ Id, UserMetadata }) => [Id, UserMetadata])).toEqual([[first, { attempt: 'a1' }]]);
    expect((await create()).Job?.Id).not.toBe(first);
    const listed = await bench.client.send(new ListJobsCommand({ MaxResults: 1 }));
    expect([listed.Jobs?.length, listed.NextToken]).toEqual([1, '1']);
    await expect(bench.client.send(new GetJobCommand({ Id: 'none' }))).rejects.toMatchObject({
      name: 'NotFoundException',
    });
    await expect(bench.client.send(new CreateJobCommand({ Role: '', Settings: sdkSettings }))).rejects.toMatchObject({
      name: 'BadRequestException',
    });
    await bench.engine.idle();
    expect(bench.details('ERROR')).toHaveLength(2);
    await bench.close();
  });

  it('runs unfinished jobs again after a restart', async () => {
    const bench = await openMediaConvert();
    await bench.engine.stop();
    const files = createJobFiles<JobRecord>(path.join(bench.folder, 'mediaconvert', 'jobs'));
    await files.save({
      id: '1-begun',
      createdAt: 1,
      role: 'role',
      queue: 'q',
      settings: parseJobSettings(wire(sdkSettings)),
      wireSettings: wire(sdkSettings),
      userMetadata: {},
      clientRequestToken: undefined,
      statusUpdateInterval: undefined,
      priority: 0,
      status: 'PROGRESSING',
    });
    await bench.engine.start();
    await bench.engine.idle();
    expect(
      bench
        .details()
        .map(({ jobId, status }) => [jobId, status])
        .filter(([, status]) => status !== 'STATUS_UPDATE'),
    ).toEqual([
      ['1-begun', 'PROGRESSING'],
      ['1-begun', 'ERROR'],
    ]);
    await bench.close();
  });
});

it('reports one cancellation, and nothing else, of a job that is canceled while its start is saved', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'soundstage-jobs-'));
  const published: unknown[] = [];
  const jobs = createJobs({
    dataDir,
    clock: systemClock,
    store: {} as never,
    publish: ({ detail }) => void published.push((detail as { status: string }).status),
    tools: () => {
      throw new Error('It runs although it was canceled');
    },
    concurrency: 1,
    progressEvery: 1000,
  });
  try {
    await jobs.start();
    const job = await jobs.create({ role: 'role', settings: wire(sdkSettings) });
    while (job.status === 'SUBMITTED') await new Promise(setImmediate);
    expect([job.status, published]).toEqual(['PROGRESSING', []]);
    await jobs.cancel(job.id);
    await jobs.idle();
    expect([job.status, published]).toEqual(['CANCELED', ['CANCELED']]);
  } finally {
    await jobs.stop();
    await rm(dataDir, { recursive: true });
  }
});
