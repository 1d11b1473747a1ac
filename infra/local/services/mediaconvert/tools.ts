import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The two programs that do the encoding. */
export interface MediaTools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
}

/** Oldest ffmpeg on the PATH that is preferred over the bundled one. */
const PREFERRED_MAJOR = 6;

const onPath = (name: string): string | undefined => {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, file))
    .find((candidate) => existsSync(candidate));
};

const isRecent = (ffmpeg: string): boolean => {
  try {
    const text = execFileSync(ffmpeg, ['-hide_banner', '-version'], {
      encoding: 'utf8',
      timeout: 5000,
      env: {},
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return (
      Number(/^ffmpeg version n?(\d+)\./.exec(text)?.[1] ?? 0) >= PREFERRED_MAJOR && text.includes('--enable-libx264')
    );
  } catch {
    return false;
  }
};

const bundled = (packageName: string): string => {
  try {
    const found: unknown = createRequire(import.meta.filename)(packageName);
    return (found as { readonly path: string }).path;
  } catch {
    throw new Error(
      `ffmpeg is missing: install ffmpeg ${PREFERRED_MAJOR} or later with ffprobe on the PATH ` +
        `(${packageName} has no build for ${process.platform}-${process.arch})`,
    );
  }
};

/**
 * Finds ffmpeg and ffprobe: version 6 or later with libx264 from the PATH, or else the builds from npm packages (ffmpeg
 * of 2018, always confined). Throws an error with a one-line message when neither exists.
 */
export const findMediaTools = (): MediaTools => {
  const ffmpeg = onPath('ffmpeg');
  const ffprobe = onPath('ffprobe');
  if (ffmpeg && ffprobe && isRecent(ffmpeg)) return { ffmpeg, ffprobe };
  return { ffmpeg: bundled('@ffmpeg-installer/ffmpeg'), ffprobe: bundled('@ffprobe-installer/ffprobe') };
};
