import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Clock } from '../clock.ts';
import { ALLOWED_DEMUXERS, IMAGE_DEMUXERS, type SniffedInput } from './sniff.ts';

/** Limits of the decoder, regardless of the file's own data. */
export const MAX_PIXELS = 40_000_000;
/** A probe accepts larger frames, so that it can report their size. Its memory is still limited. */
export const PROBE_MAX_PIXELS = 16_384 * 16_384;
const MAX_STREAMS = 64;
/** A probe accepts more streams, so that it can report their number. */
export const PROBE_MAX_STREAMS = 1000;
/** Largest single allocation of the decoder, bytes: enough for a frame of 40 million pixels. */
const MAX_ALLOC = 512 * 1024 * 1024;
/** Interval of the checks of the work folder's size, milliseconds. */
const WATCH_MS = 1000;
/** Maximum output of a program, characters. A probe prints all of a file's metadata. */
export const MAX_OUTPUT = 16 * 1024 * 1024;
/** Characters of a program's error output that are kept. */
const MAX_STDERR = 4000;

/**
 * The input side of every ffmpeg and ffprobe call: one demuxer, chosen by the file's own first bytes; local files only;
 * bounded pixels and streams. The path is absolute, so that no name can look like an option or a protocol.
 */
export const inputArguments = (
  file: string,
  sniffed: SniffedInput,
  maxPixels: number,
  maxStreams = MAX_STREAMS,
): readonly string[] => {
  if (![...ALLOWED_DEMUXERS, ...IMAGE_DEMUXERS].includes(sniffed.demuxer) || !path.isAbsolute(file))
    throw new RangeError('The input must be an absolute path in an allowed format');
  return [
    '-protocol_whitelist',
    'file',
    '-format_whitelist',
    sniffed.demuxer === 'mov'
      ? 'mov,mp4,m4a,3gp,3g2,mj2'
      : sniffed.demuxer === 'matroska'
        ? 'matroska,webm'
        : sniffed.demuxer,
    '-max_pixels',
    String(maxPixels),
    '-max_streams',
    String(maxStreams),
    '-f',
    sniffed.demuxer,
    '-i',
    `file:${file}`,
  ];
};

/** Arguments of every call. */
export const COMMON_ARGUMENTS: readonly string[] = [
  '-hide_banner',
  '-loglevel',
  'error',
  '-max_alloc',
  String(MAX_ALLOC),
];

/** Thrown when a program fails or a limit ends it. The message contains no path of this computer. */
export class MediaToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MediaToolError';
  }
}

/** A program to run confined, and its limits. */
export interface ConfinedRun {
  readonly program: string;
  readonly args: readonly string[];
  /** The program's own temporary folder and working directory. */
  readonly folder: string;
  readonly clock: Clock;
  /** Milliseconds after which the program is ended. */
  readonly timeLimit: number;
  /** Maximum bytes in its folder. */
  readonly sizeLimit?: number;
  readonly onLine?: (line: string) => void;
  readonly signal: AbortSignal;
  /** Text that is removed from error messages, such as the input's path. */
  readonly hide: string;
}

const folderSize = async (folder: string): Promise<number> => {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(path.join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** Lowers the priority of a process, so that playback and the local cloud stay fast on a small machine. */
const lowerPriority = (pid: number): void => {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It runs at normal priority when the system does not allow a lower one.
  }
};

/**
 * Runs a program without a shell, the caller's environment or standard input, below normal priority and within limits.
 * Resolves with its output.
 */
export const runConfined = (run: ConfinedRun): Promise<string> =>
  new Promise((resolve, reject) => {
    // No character set tables: the bundled static ffprobe crashes when it loads the system's tables for a broadcast's
    // service name.
    const env = { GCONV_PATH: path.join(run.folder, 'none') };
    const child = spawn(run.program, [...run.args], {
      cwd: run.folder,
      env,
      shell: false,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group, which Ctrl-C in a terminal does not reach: it would kill the program and fail the job. A
      // stopped job runs again at the next start.
      detached: process.platform !== 'win32',
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
    let ended: string | undefined;
    let output = '';
    let pending = '';
    let errorOutput = '';
    const end = (reason: string): void => {
      ended ??= reason;
      child.kill('SIGKILL');
    };
    const stopTimer = run.clock.after(run.timeLimit, () => end('The job exceeded its time limit'));
    const { sizeLimit } = run;
    const watch =
      sizeLimit === undefined
        ? undefined
        : setInterval(() => {
            void folderSize(run.folder).then((size) =>
              size > sizeLimit ? end('The output exceeded its size limit') : undefined,
            );
          }, WATCH_MS);
    watch?.unref();
    const onAbort = (): void => end('The job was stopped');
    run.signal.addEventListener('abort', onAbort, { once: true });
    if (run.signal.aborted) onAbort();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!run.onLine) {
        if (output.length + text.length > MAX_OUTPUT) end('The file has too much metadata');
        else output += text;
        return;
      }
      const lines = `${pending}${text}`.split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) run.onLine(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errorOutput = `${errorOutput}${text}`.slice(-MAX_STDERR);
    });
    const settle = (finish: () => void): void => {
      stopTimer();
      clearInterval(watch);
      run.signal.removeEventListener('abort', onAbort);
      finish();
    };
    child.on('error', (error) =>
      settle(() => reject(new MediaToolError(`${path.basename(run.program)} did not start: ${codeOf(error)}`))),
    );
    child.on('close', (code) =>
      settle(() => {
        if (ended === undefined && code === 0) resolve(output);
        else reject(new MediaToolError(ended ?? errorLine(errorOutput, run.hide)));
      }),
    );
  });

const codeOf = (error: NodeJS.ErrnoException): string => error.code ?? 'unknown error';

const errorLine = (errorOutput: string, hide: string): string => {
  const lines = errorOutput
    .replaceAll(`file:${hide}`, 'input')
    .replaceAll(hide, 'input')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines[lines.length - 1]?.replace(/\[[^\]]*@ 0x[0-9a-f]+\]\s*/, '').slice(0, 300) ?? 'The input cannot be read';
};
