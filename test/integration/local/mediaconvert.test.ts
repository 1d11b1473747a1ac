import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CancelJobCommand,
  CreateJobCommand,
  GetJobCommand,
  GetQueueCommand,
  SearchJobsCommand,
} from '@aws-sdk/client-mediaconvert';
import { looksAlike, readThumbnail, SIDE } from '../../../lambdas/domain/analysis/jpeg-thumbnail.ts';
import { buildJobSettings } from '../../../lambdas/domain/media/job-settings.ts';
import { buildLadder } from '../../../lambdas/domain/media/ladder.ts';
import {
  analysisAudioKey,
  analysisFrameKey,
  groupPlaylistKey,
  manifestKey,
  stillKeys,
} from '../../../lambdas/domain/media/layout.ts';
import { readVariants } from '../../../lambdas/domain/media/playlists.ts';
import { openMediaConvert, type MediaConvertBench } from '../../support/media/media-convert-bench.ts';
import { MEDIA } from '../../support/media/media-files.ts';
import { SOURCES } from './support/conversion-sources.ts';
import { BUCKET, convert, expectToMatchLadder, streams } from './support/conversions.ts';

let bench: MediaConvertBench;

beforeAll(async () => {
  bench = await openMediaConvert();
});
afterAll(() => bench.close());

describe('conversion of real sources', () => {
  it("converts a remuxed MKV, and reports events and stills in MediaConvert's format", async () => {
    const source = bench.make('rabbit.mkv', ['-i', path.join(MEDIA, 'rabbit320.mp4'), '-c', 'copy']);
    const converted = await convert(bench, source);
    expectToMatchLadder(bench, converted);
    expect(converted.ladder.tiers).toEqual(['480']);
    const { jobId, contentId } = converted;
    const mine = bench.details().filter((detail) => detail.jobId === jobId);
    expect(mine[0]?.status).toBe('PROGRESSING');
    expect(mine.at(-1)?.status).toBe('COMPLETE');
    expect(new Set(mine.map(({ status }) => status))).toEqual(new Set(['PROGRESSING', 'STATUS_UPDATE', 'COMPLETE']));
    expect(mine.every(({ userMetadata }) => userMetadata['contentId'] === contentId)).toBe(true);
    const percents = mine.flatMap(({ jobProgress }) => (jobProgress ? [jobProgress.jobPercentComplete] : []));
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    const groups = mine.at(-1)?.outputGroupDetails ?? [];
    expect(groups.map(({ type }) => type)).toEqual(['CMAF_GROUP', 'FILE_GROUP']);
    expect(groups[0]?.playlistFilePaths).toEqual([`s3://${BUCKET}/${groupPlaylistKey(contentId, 'v1', '480')}`]);
    const [thumbnail = ''] = stillKeys(contentId, 'v1', 'thumbnail');
    expect(groups[1]?.outputDetails[1]?.outputFilePaths).toEqual([`s3://${BUCKET}/${thumbnail}`]);
    expect(streams(bench, bench.store.file(BUCKET, thumbnail))[0]).toMatchObject({ width: 320, height: 180 });
    expect(streams(bench, bench.store.file(BUCKET, stillKeys(contentId, 'v1', 'poster')[0] ?? ''))[0]).toMatchObject({
      width: 320,
      height: 240,
    });
    const { Job } = await bench.client.send(new GetJobCommand({ Id: jobId }));
    expect(Job).toMatchObject({ Status: 'COMPLETE', JobPercentComplete: 100, UserMetadata: { contentId } });
  });

  it('makes sound and frames for the analysis, next to the renditions', async () => {
    // Five seconds of surround sound with speech in one channel only, and a picture of twelve by one.
    const source = bench.make('surround.mkv', [
      ...['-f', 'lavfi', '-i', 'testsrc2=size=960x80:rate=25:duration=5'],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=5:sample_rate=48000'],
      ...['-filter_complex', '[1:a]pan=5.1|c2=c0[a]', '-map', '0:v', '-map', '[a]', '-c:v', 'mpeg4', '-c:a', 'ac3'],
    ]);
    const needs = { speech: true, frames: true };
    const { contentId, ladder } = await convert(bench, source, 'business', 'convert', needs);
    expect(ladder.analysis).toEqual({ soundChannels: 6, frames: { width: 960, height: 80, interval: 3, count: 2 } });
    const sound = bench.store.file(BUCKET, analysisAudioKey(contentId, 'v1'));
    expect(bench.inspect(sound, '-show_streams')['streams']).toEqual([
      expect.objectContaining({ codec_name: 'pcm_s16le', sample_rate: '16000', channels: 1 }),
    ]);
    const samples = new Int16Array((await readFile(sound)).subarray(-32_000).buffer.slice(-32_000));
    // The tone's peak is an eighth of full scale; the center gets half of the mix.
    expect(Math.max(...samples) / 32_768).toBeGreaterThan(0.04);
    const frames = [0, 1].map((index) => bench.store.file(BUCKET, analysisFrameKey(contentId, 'v1', index)));
    for (const frame of frames) expect(streams(bench, frame)[0]).toMatchObject({ width: 960, height: 80 });
    await expect(readFile(bench.store.file(BUCKET, analysisFrameKey(contentId, 'v1', 2)))).rejects.toThrow('ENOENT');
  });

  it('captures frames whose thumbnails show whether they look alike', async () => {
    const film = path.join(MEDIA, 'crystal.mp4');
    const shot = async (name: string, ...filter: readonly string[]) =>
      readFile(bench.make(name, ['-i', film, ...filter, '-frames:v', '1', '-pix_fmt', 'yuvj420p']));
    const thumbnail = async (name: string, ...filter: readonly string[]) => {
      const found = readThumbnail(await shot(name, ...filter));
      if (!found) throw new Error(`${name} is unreadable`);
      return found;
    };
    const scaled = 'scale=640:360';
    const still = await thumbnail('still.jpg', '-vf', scaled, '-q:v', '3');
    const gray = await readFile(
      bench.make('still.gray', [
        ...['-i', film, '-vf', `${scaled},format=yuvj420p,scale=${SIDE}:${SIDE}:flags=area,format=gray`],
        ...['-frames:v', '1', '-f', 'rawvideo'],
      ]),
    );
    const errors = [...gray].map((value, index) => Math.abs(value - (still.planes[0]?.[index] ?? 0)));
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(4);
    const rough = await thumbnail('rough.jpg', '-vf', scaled, '-q:v', '20');
    const boxed = await thumbnail('boxed.jpg', '-vf', `${scaled},drawbox=x=300:y=150:w=60:h=60:color=white:t=fill`);
    const tinted = await thumbnail('tinted.jpg', '-vf', `${scaled},hue=h=120`);
    expect([rough, boxed, tinted].map((other) => looksAlike(still, other))).toEqual([true, false, false]);
    const bytes = await shot('still.jpg', '-vf', scaled, '-q:v', '3');
    for (let cut = 0; cut < bytes.length; cut += 997) expect(readThumbnail(bytes.subarray(0, cut))).toBeUndefined();
    const damaged = Buffer.from(bytes);
    for (let at = 3; at < damaged.length; at += 101) damaged[at] = 0xff ^ (damaged[at] ?? 0);
    expect(() => readThumbnail(damaged)).not.toThrow();
  });

  it('converts an MP3 to a music ladder with one variant per rung', async () => {
    const converted = await convert(bench, path.join(MEDIA, 'viper.mp3'));
    expect(converted.ladder).toMatchObject({ kind: 'audio', video: [], tiers: ['480'] });
    expect(converted.ladder.audio.map(({ bitrate }) => bitrate)).toEqual([64_000, 128_000, 256_000]);
    expectToMatchLadder(bench, converted);
  });

  it('distributes a wide source over the tier folders, and limits it by plan', async () => {
    const source = bench.make('wide.mp4', [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=1280x720:r=30000/1001:d=7',
      '-f',
      'lavfi',
      '-i',
      'sine=d=7',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
    ]);
    const converted = await convert(bench, source);
    expect(converted.ladder.video.map(({ tier, name }) => `${tier}/${name}`)).toEqual([
      '480/426x240',
      '480/854x480',
      '1080/1280x720',
    ]);
    expectToMatchLadder(bench, converted);
    const text = await readFile(bench.store.file(BUCKET, manifestKey(converted.contentId, 'v1', '1080')), 'utf8');
    expect(text).toContain('\n../480/hls_426x240.m3u8\n');
    expect(text).toContain('\nhls_1280x720.m3u8\n');
    expect(text).toContain('URI="../480/hls_audio.m3u8"');
    const first = readVariants(text)[0];
    expect(first?.averageBandwidth).toBeLessThanOrEqual(400_000);
    const capped = await convert(bench, source, 'free');
    expect(capped.ladder.video.map(({ name }) => name)).toEqual(['426x240', '854x480']);
  });

  it.each(SOURCES)('converts a %s source', async (name, args, extension, rungs, audio) => {
    const converted = await convert(bench, bench.make(`${name.replaceAll(/\W/g, '')}.${extension}`, args));
    expect(converted.ladder.video.map((rung) => rung.name)).toEqual(rungs);
    expect(converted.ladder.audio).toHaveLength(audio);
    expectToMatchLadder(bench, converted);
  });

  it('rotates a source upright', async () => {
    const upright = bench.make('flat.mp4', [
      '-f',
      'lavfi',
      '-i',
      'color=red:s=320x240:r=25:d=3',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
    ]);
    const source = bench.make('rotated.mov', ['-i', upright, '-c', 'copy', '-metadata:s:v', 'rotate=90']);
    const converted = await convert(bench, source);
    expect(converted.ladder.video.map(({ name }) => name)).toEqual(['240x320']);
    expectToMatchLadder(bench, converted);
  });
});

describe('jobs', () => {
  const settings = (input: string) =>
    buildJobSettings({
      contentId: 'jobs',
      version: 'v1',
      input,
      destination: `s3://${BUCKET}`,
      thumbnailAt: 1,
      ladder: buildLadder(
        {
          container: 'mp4',
          duration: 60,
          streams: 1,
          bytes: 1,
          video: {
            codec: 'AVC',
            width: 640,
            height: 480,
            rotation: 0,
            frameRate: { numerator: 25, denominator: 1 },
            pixelAspect: 1,
            interlaced: false,
            hdr: false,
          },
        },
        'free',
      ),
    });

  it('cancels a running job, ends its process and writes nothing more', async () => {
    const source = bench.make('long.mp4', [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=640x480:r=25:d=30',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
    ]);
    await bench.store.seed(BUCKET, 'uploads/jobs/long', source);
    const running = bench.when(({ jobProgress }) => jobProgress?.currentPhase === 'TRANSCODING');
    const { Job } = await bench.client.send(
      new CreateJobCommand({ Role: 'role', Settings: settings(`s3://${BUCKET}/uploads/jobs/long`) }),
    );
    await running;
    const written = bench.store.written.length;
    await bench.client.send(new CancelJobCommand({ Id: Job?.Id ?? '' }));
    await bench.engine.idle();
    expect(bench.store.written).toHaveLength(written);
    expect(bench.details('CANCELED').map(({ jobId }) => jobId)).toEqual([Job?.Id]);
    const found = await bench.client.send(new SearchJobsCommand({ InputFile: `s3://${BUCKET}/uploads/jobs/long` }));
    expect(found.Jobs?.map(({ Id, Status }) => [Id, Status])).toEqual([[Job?.Id, 'CANCELED']]);
    await expect(bench.client.send(new CancelJobCommand({ Id: Job?.Id ?? '' }))).rejects.toMatchObject({
      name: 'ConflictException',
    });
  });

  it('ends a job without its input in ERROR', async () => {
    const { Job } = await bench.client.send(
      new CreateJobCommand({ Role: 'role', Settings: settings(`s3://${BUCKET}/uploads/jobs/none`) }),
    );
    await bench.engine.idle();
    const errors = bench.details('ERROR').filter(({ jobId }) => jobId === Job?.Id);
    expect(errors).toMatchObject([
      { errorCode: 1404, errorMessage: expect.stringContaining('uploads/jobs/none') as unknown },
    ]);
    const queue = await bench.client.send(new GetQueueCommand({ Name: 'Default' }));
    expect(queue.Queue).toMatchObject({ Status: 'ACTIVE', ProgressingJobsCount: 0 });
    bench.events.length = 0;
  });
});
