import { readFile, writeFile } from 'node:fs/promises';
import { CreateJobCommand, ProbeCommand } from '@aws-sdk/client-mediaconvert';
import type { Plan } from '../../../../lambdas/contract/shared.ts';
import type { AnalysisNeeds } from '../../../../lambdas/domain/analysis/outputs.ts';
import { FLV_HEAD_BYTES, readFlv } from '../../../../lambdas/domain/media/flv.ts';
import { hdrColorsOf, type HdrToSdr } from '../../../../lambdas/domain/media/colors.ts';
import { buildJobSettings, thumbnailTime } from '../../../../lambdas/domain/media/job-settings.ts';
import { buildLadder, type Ladder } from '../../../../lambdas/domain/media/ladder.ts';
import { groupPlaylistKey, manifestKey } from '../../../../lambdas/domain/media/layout.ts';
import { SNIFF_BYTES, sniffContainer } from '../../../../lambdas/domain/media/magic.ts';
import { multivariantPlaylist, readVariants } from '../../../../lambdas/domain/media/playlists.ts';
import { fps, readProbe, validateSource, type MediaProbe } from '../../../../lambdas/domain/media/probe.ts';
import { validateMagic } from '../../../../lambdas/domain/media/validate-magic.ts';
import type { MediaConvertBench } from '../../../support/media/media-convert-bench.ts';

export const BUCKET = 'soundstage-test';
let count = 0;

/** A finished conversion. */
export interface Converted {
  readonly ladder: Ladder;
  readonly contentId: string;
  readonly jobId: string;
}

/** Probes as ingest does: FLV by its own header, everything else through MediaConvert's Probe. */
const probeSource = async (bench: MediaConvertBench, source: string, key: string): Promise<MediaProbe> => {
  const bytes = await readFile(source);
  const sniffed = sniffContainer(bytes.subarray(0, SNIFF_BYTES));
  expect(validateMagic(sniffed)).toBeUndefined();
  if ('container' in sniffed && sniffed.container === 'flv') {
    const flv = readFlv(bytes.subarray(0, FLV_HEAD_BYTES), bytes.length);
    if (flv) return flv;
  }
  const probed = await bench.client.send(new ProbeCommand({ InputFiles: [{ FileUrl: `s3://${BUCKET}/${key}` }] }));
  return readProbe(probed.ProbeResults?.[0] ?? {});
};

/**
 * Probes a source, builds the ladder and the settings, converts, and writes the tier playlists as the conversion
 * worker does.
 */
export const convert = async (
  bench: MediaConvertBench,
  source: string,
  plan: Plan = 'business',
  hdrToSdr: HdrToSdr = 'convert',
  needs?: AnalysisNeeds,
): Promise<Converted> => {
  count += 1;
  const contentId = `content${count}`;
  const key = `uploads/${contentId}/upload1`;
  await bench.store.seed(BUCKET, key, source);
  const probe = await probeSource(bench, source, key);
  expect(validateSource(probe)).toBeUndefined();
  const ladder = buildLadder(probe, plan, needs);
  const { Job } = await bench.client.send(
    new CreateJobCommand({
      Role: 'arn:aws:iam::000000000000:role/media',
      UserMetadata: { contentId },
      Settings: buildJobSettings({
        contentId,
        version: 'v1',
        input: `s3://${BUCKET}/${key}`,
        destination: `s3://${BUCKET}`,
        ladder,
        thumbnailAt: thumbnailTime(probe.duration),
        convertHdr: hdrColorsOf(probe, hdrToSdr) === 'converted',
      }),
    }),
  );
  await bench.engine.idle();
  expect(bench.details('ERROR')).toEqual([]);
  const playlists = await Promise.all(
    ladder.tiers.map((tier) => readFile(bench.store.file(BUCKET, groupPlaylistKey(contentId, 'v1', tier)), 'utf8')),
  );
  const facts = playlists.flatMap(readVariants);
  for (const tier of ladder.tiers)
    await writeFile(
      bench.store.file(BUCKET, manifestKey(contentId, 'v1', tier)),
      multivariantPlaylist(ladder, tier, facts),
    );
  return { ladder, contentId, jobId: Job?.Id ?? '' };
};

interface Packet {
  readonly pts_time: string;
  readonly flags: string;
}

const HLS = ['-allowed_extensions', 'ALL'];

const rendition = (bench: MediaConvertBench, { contentId }: Converted, tier: string, name: string): string =>
  bench.store.file(BUCKET, `media/${contentId}/v1/${tier}/hls_${name}.m3u8`);

const keyframes = (bench: MediaConvertBench, file: string): readonly number[] =>
  (
    bench.inspect(file, ...HLS, '-select_streams', 'v', '-show_packets', '-show_entries', 'packet=pts_time,flags')[
      'packets'
    ] as Packet[]
  )
    .filter(({ flags }) => flags.startsWith('K'))
    .map(({ pts_time: time }) => Number(Number(time).toFixed(3)));

interface Stream {
  readonly codec_name: string;
  readonly width?: number;
  readonly height?: number;
  readonly sample_aspect_ratio?: string;
}

/** The streams of a file or playlist, by ffprobe. */
export const streams = (bench: MediaConvertBench, file: string): readonly Stream[] =>
  bench.inspect(file, ...HLS, '-show_streams')['streams'] as Stream[];

/**
 * Checks that every rung matches the ladder, that all have keyframes every two seconds at the same times, and that the
 * tier playlists play.
 */
export const expectToMatchLadder = (bench: MediaConvertBench, converted: Converted): void => {
  const { ladder } = converted;
  const times = ladder.video.map((rung) => {
    const file = rendition(bench, converted, rung.tier, rung.name);
    expect(streams(bench, file)).toEqual([
      expect.objectContaining({ codec_name: 'h264', width: rung.width, height: rung.height }),
    ]);
    return keyframes(bench, file);
  });
  for (const [index, list] of times.entries()) {
    expect(list).toEqual(times[0]);
    const rate = fps(ladder.video[index]?.frameRate ?? { numerator: 30, denominator: 1 });
    list.forEach((time, at) => expect(Math.abs(time - (at * Math.round(2 * rate)) / rate)).toBeLessThan(0.01));
  }
  for (const tier of ladder.tiers) {
    const codecs = streams(bench, bench.store.file(BUCKET, manifestKey(converted.contentId, 'v1', tier))).map(
      ({ codec_name: name }) => name,
    );
    const rungs = ladder.video.filter((rung) => Number(rung.tier) <= Number(tier)).length;
    expect(codecs.filter((name) => name === 'h264')).toHaveLength(rungs);
    expect(codecs.filter((name) => name === 'aac')).toHaveLength(ladder.audio.length);
  }
};
