import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findMediaTools } from '../../../infra/local/media/tools.ts';

/** Runs ffmpeg to create a test source and returns its bytes. */
export const makeMedia = (name: string, args: readonly string[]): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'soundstage-source-'));
  try {
    const file = join(folder, name);
    execFileSync(findMediaTools().ffmpeg, ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args, file], {
      timeout: 60_000,
    });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/**
 * One second of video and audio as FLV, the one container that is probed without another program: our own code reads
 * its header.
 */
export const tinyFilm = (): Buffer =>
  makeMedia('film.flv', [
    '-f',
    'lavfi',
    '-i',
    'testsrc=s=64x48:r=5:d=1',
    '-f',
    'lavfi',
    '-i',
    'sine=d=1:r=44100',
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-ac',
    '2',
    '-t',
    '1',
  ]);

/** Two seconds of video without sound: nothing is left to recognize, and its frames are harmless. */
export const silentFilm = (): Buffer =>
  makeMedia('silent.mp4', [
    ...['-f', 'lavfi', '-i', 'testsrc2=s=320x240:r=10:d=2'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
  ]);
