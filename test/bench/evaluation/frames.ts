import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../infra/local/clock.ts';
import { bundledMediaTools } from '../../../infra/local/media/tools.ts';
import { decodeImage } from '../../../infra/local/services/rekognition/image.ts';
import { createModels } from '../../../infra/local/services/rekognition/models.ts';
import { moderate } from '../../../infra/local/services/rekognition/moderation.ts';
import { MEDIA } from '../../support/media/media-files.ts';
import { repositoryRoot } from '../../support/source-tree.ts';
import { shareOf, type Share } from '../intervals.ts';

const everySecond = (count: number, step: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index * step);

/** Pictures without anything to restrict. Frames of one film are alike, so there are fewer cases than frames. */
const HARMLESS: readonly { readonly input: readonly string[]; readonly seconds: readonly number[] }[] = [
  // A glass lotus on wood, a china rabbit on wood, and lights on a dark ground.
  { input: ['-i', path.join(MEDIA, 'crystal.mp4')], seconds: everySecond(24, 0.5) },
  { input: ['-i', path.join(MEDIA, 'rabbit320.mp4')], seconds: everySecond(15, 0.5) },
  { input: ['-i', path.join(repositoryRoot, 'bin/demo/media/prelude-in-light.mp4')], seconds: everySecond(16, 1) },
  // Test cards and computed pictures.
  ...['testsrc2', 'smptehdbars', 'mandelbrot', 'cellauto', 'rgbtestsrc'].map((source) => ({
    input: ['-f', 'lavfi', '-i', `${source}=size=640x360`],
    seconds: [1],
  })),
];

const AS_JPEG = ['-f', 'image2pipe', '-c:v', 'mjpeg', '-q:v', '2'] as const;

/** Confidence of the strongest finding in each harmless frame, 0 to 100. */
export const confidencesOfHarmlessFrames = async (): Promise<readonly number[]> => {
  const tools = bundledMediaTools();
  const folder = mkdtempSync(path.join(tmpdir(), 'soundstage-evaluation-'));
  const models = createModels({ clock: systemClock });
  const { signal } = new AbortController();
  const found: number[] = [];
  try {
    for (const { input, seconds } of HARMLESS) {
      for (const second of seconds) {
        const picture = execFileSync(
          tools.ffmpeg,
          ['-loglevel', 'error', ...input, '-ss', String(second), '-frames:v', '1', ...AS_JPEG, '-'],
          { maxBuffer: 64 * 1024 * 1024 },
        );
        const pixels = await decodeImage({ folder, clock: systemClock, tools: () => tools, signal }, picture);
        const scores = [
          await models.classify('mid', pixels.mid),
          await models.classify('inception', pixels.inception),
        ] as const;
        found.push(Math.max(0, ...moderate(...scores, 0).ModerationLabels.map(({ Confidence }) => Confidence)));
      }
    }
  } finally {
    await models.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return found;
};

/** The share of frames with a finding of at least this confidence, in percent. */
export const falseAlarms = (confidences: readonly number[], least: number): Share =>
  shareOf(confidences.filter((confidence) => confidence >= least).length, confidences.length);
