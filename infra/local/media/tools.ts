import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The two programs that do the encoding. */
export interface MediaTools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** The filters that ffmpeg lacks to convert the colors of HDR sources. */
  readonly missingColorFilters: readonly string[];
}

/** The filters that convert the colors of HDR sources. Not every build of ffmpeg has them. */
const COLOR_FILTERS: readonly string[] = ['zscale', 'tonemap'];

/** Oldest ffmpeg on the PATH that is preferred over the bundled one. */
const PREFERRED_MAJOR = 6;

/** The file of a program on the PATH; undefined when there is none. */
export const onPath = (name: string): string | undefined => {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, file))
    .find((candidate) => existsSync(candidate));
};

const describe = (ffmpeg: string, subject: '-version' | '-filters'): string =>
  execFileSync(ffmpeg, ['-hide_banner', subject], {
    encoding: 'utf8',
    timeout: 5000,
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const isRecent = (ffmpeg: string): boolean => {
  try {
    const text = describe(ffmpeg, '-version');
    return (
      Number(/^ffmpeg version n?(\d+)\./.exec(text)?.[1] ?? 0) >= PREFERRED_MAJOR && text.includes('--enable-libx264')
    );
  } catch {
    return false;
  }
};

/** The names in ffmpeg's list of filters. Its lines are flags, name, inputs and outputs. */
const filtersOf = (ffmpeg: string): readonly string[] => {
  try {
    return describe(ffmpeg, '-filters')
      .split('\n')
      .flatMap((line) => line.trim().split(/\s+/)[1] ?? []);
  } catch {
    // A program that does not start is reported by the job that needs it.
    return [];
  }
};

const missingColorFilters = (ffmpeg: string): readonly string[] => {
  const names = filtersOf(ffmpeg);
  return COLOR_FILTERS.filter((name) => !names.includes(name));
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

const toolsOf = (programs: Pick<MediaTools, 'ffmpeg' | 'ffprobe'>): MediaTools => ({
  ...programs,
  missingColorFilters: missingColorFilters(programs.ffmpeg),
});

/** The builds from npm packages, which are the same on every computer of a kind. */
export const bundledMediaTools = (): MediaTools =>
  toolsOf({ ffmpeg: bundled('@ffmpeg-installer/ffmpeg'), ffprobe: bundled('@ffprobe-installer/ffprobe') });

/**
 * Finds ffmpeg and ffprobe: version 6 or later with libx264 from the PATH, or else the builds from npm packages (ffmpeg
 * of 2018, always confined). Throws an error with a one-line message when neither exists.
 */
export const findMediaTools = (): MediaTools => {
  const ffmpeg = onPath('ffmpeg');
  const ffprobe = onPath('ffprobe');
  return ffmpeg && ffprobe && isRecent(ffmpeg) ? toolsOf({ ffmpeg, ffprobe }) : bundledMediaTools();
};
