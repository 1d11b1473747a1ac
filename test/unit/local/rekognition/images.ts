import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { bundledMediaTools } from '../../../../infra/local/media/tools.ts';
import { MEDIA } from '../../../support/media/media-files.ts';

/** The programs that decode images. They are the same on every computer. */
export const tools = bundledMediaTools();

const run = (...args: readonly string[]): Buffer =>
  execFileSync(tools.ffmpeg, ['-loglevel', 'error', ...args], { maxBuffer: 64 * 1024 * 1024 });

const outputOf = (type: 'jpeg' | 'png'): readonly string[] => [
  '-frames:v',
  '1',
  '-f',
  'image2pipe',
  '-c:v',
  type === 'jpeg' ? 'mjpeg' : 'png',
  ...(type === 'jpeg' ? ['-q:v', '2'] : []),
  '-',
];

/** A frame of a film of the test media. */
export const frameOf = (film: string, second: number, type: 'jpeg' | 'png' = 'jpeg'): Buffer =>
  run('-ss', String(second), '-i', join(MEDIA, film), ...outputOf(type));

/** A picture of one color in any size. */
export const plainImage = (width: number, height: number, type: 'jpeg' | 'png' = 'png'): Buffer =>
  run('-f', 'lavfi', '-i', `color=teal:size=${width}x${height}:duration=1`, ...outputOf(type));

/** A glass lotus. The fast model alone takes this frame for explicit. */
export const lotus = (): Buffer => frameOf('crystal.mp4', 10.5);
/** A china rabbit. The confirming model alone takes this frame for explicit. */
export const rabbit = (): Buffer => frameOf('rabbit320.mp4', 4.5);

/** Frames of both films. All are harmless. */
export const harmlessFrames: readonly (readonly [film: string, second: number])[] = [
  ...[0, 2, 4, 6, 8, 10, 10.5, 11.5].map((second) => ['crystal.mp4', second] as const),
  ...[0, 2, 4, 4.5, 6].map((second) => ['rabbit320.mp4', second] as const),
];
