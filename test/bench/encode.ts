import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMON_ARGUMENTS, inputArguments, MAX_PIXELS } from '../../infra/local/media/confined.ts';
import { ffmpegArguments } from '../../infra/local/services/mediaconvert/ffmpeg-arguments.ts';
import { planJob, type EncodePlan } from '../../infra/local/services/mediaconvert/plan.ts';
import { parseJobSettings } from '../../infra/local/services/mediaconvert/settings.ts';
import { sniffFile } from '../../infra/local/media/sniff.ts';
import { findMediaTools } from '../../infra/local/media/tools.ts';
import { buildJobSettings, thumbnailTime } from '../../lambdas/domain/media/job-settings.ts';
import { buildLadder, KEYFRAME_SECONDS } from '../../lambdas/domain/media/ladder.ts';
import type { MediaProbe } from '../../lambdas/domain/media/probe.ts';
import { repositoryRoot } from '../support/source-tree.ts';
import { atMost, type Row } from './report.ts';

/** Target: the time of encoding all rungs in one pass, as a share of one pass for each. */
const ONE_PASS_SHARE = 0.85;
/** Live-action footage, 720 × 480 at 30 frames per second. */
const FILM = join(repositoryRoot, 'test', 'support', 'media', 'crystal.mp4');

/** The measured sources: the film at its own size, and enlarged. */
const SOURCES = [
  { measure: 'one pass relative to separate runs, 1080p', width: 1920, height: 1080, seconds: 3 },
  { measure: 'one pass relative to separate runs, 480p', width: 720, height: 480, seconds: 6 },
] as const;

type Source = (typeof SOURCES)[number];

const probeOf = ({ width, height, seconds }: Source): MediaProbe => ({
  container: 'mp4',
  duration: seconds,
  streams: 2,
  bytes: 1_000_000,
  video: {
    codec: 'AVC',
    width,
    height,
    rotation: 0,
    frameRate: { numerator: 30, denominator: 1 },
    pixelAspect: 1,
    interlaced: false,
    hdr: false,
  },
  audio: { codec: 'AAC', channels: 2, sampleRate: 48_000 },
});

/** Property names of MediaConvert's JSON: those of the SDK with a lower-case first letter. */
const toWire = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.charAt(0).toLowerCase() + name.slice(1), toWire(inner)]),
  );
};

const planOf = (probe: MediaProbe): EncodePlan => {
  const job = {
    contentId: 'content',
    version: 'v1',
    input: 's3://bucket/source',
    destination: 's3://bucket',
    thumbnailAt: thumbnailTime(probe.duration),
  };
  return planJob(parseJobSettings(toWire(buildJobSettings({ ...job, ladder: buildLadder(probe, 'premium') }))));
};

/** Runs ffmpeg. Returns the processor time of all its threads, in milliseconds, as ffmpeg reports it. */
const runFfmpeg = (ffmpeg: string, folder: string, args: readonly string[]): number => {
  const verbose = COMMON_ARGUMENTS.map((argument) => (argument === 'error' ? 'info' : argument));
  const { status, stderr } = spawnSync(ffmpeg, [...verbose, '-benchmark', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [, user, system] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? [];
  if (status !== 0 || user === undefined || system === undefined)
    throw new Error(`ffmpeg failed: ${stderr.slice(-500)}`);
  return (Number(user) + Number(system)) * 1000;
};

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

const measure = async (ffmpeg: string, folder: string, source: Source): Promise<Row> => {
  const file = join(folder, `${source.height}.mp4`);
  const picture = [
    '-vf',
    `scale=${source.width}:${source.height}`,
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '20',
  ];
  execFileSync(ffmpeg, ['-v', 'error', '-i', FILM, '-t', String(source.seconds), ...picture, '-c:a', 'copy', file]);
  const sniffed = await sniffFile(file);
  if (!sniffed) throw new Error('The source of the encode measurement is not a video file');
  const input = inputArguments(file, sniffed, MAX_PIXELS);
  const plan = planOf(probeOf(source));
  const costOf = (encodes: EncodePlan['encodes']): number =>
    runFfmpeg(ffmpeg, folder, ffmpegArguments({ ...plan, encodes }, input, KEYFRAME_SECONDS));
  const decoding = runFfmpeg(ffmpeg, folder, [...input, '-map', '0:V:0', '-f', 'null', '-']);
  const together = costOf(plan.encodes);
  const apart = plan.encodes.reduce((sum, encode) => sum + costOf([encode]), 0);
  const rungs = plan.encodes.filter(({ kind }) => kind === 'video').length;
  return {
    group: 'Encode, processor time',
    measure: source.measure,
    figure: together / apart,
    unit: '×',
    target: atMost(ONE_PASS_SHARE),
    note:
      `${seconds(together)} s in one pass, ${seconds(apart)} s in separate runs; ` +
      `${rungs} rungs, audio and stills; one decode takes ${seconds(decoding)} s, encoding is never shared`,
  };
};

/** Processor time of one pass over a source, relative to a separate run for each output. */
export const encodeRows = async (): Promise<readonly Row[]> => {
  const { ffmpeg } = findMediaTools();
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-encode-'));
  try {
    const rows: Row[] = [];
    for (const source of SOURCES) rows.push(await measure(ffmpeg, folder, source));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
