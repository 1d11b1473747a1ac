import { spawn } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Clock } from '../../clock.ts';
import { ALLOWED_DEMUXERS, type SniffedInput } from './sniff.ts';

/** Limits on what a decoder may take on, whatever a file claims. */
export const MAX_PIXELS = 40_000_000;
/** A probe may see larger frames, so that it can tell their size; its memory is bounded all the same. */
export const PROBE_MAX_PIXELS = 16_384 * 16_384;
const MAX_STREAMS = 64;
/** A probe may see more, so that it can tell how many there are. */
export const PROBE_MAX_STREAMS = 1000;
/** Largest single allocation of the decoder, bytes: a 40 M pixel frame with room. */
const MAX_ALLOC = 512 * 1024 * 1024;
/** How often the size of the work folder is looked at, milliseconds. */
const WATCH_MS = 1000;
/** How much a program may print as its answer, characters: what a file says of itself is printed whole. */
export const MAX_OUTPUT = 16 * 1024 * 1024;
/** How much of a program's complaints is kept, characters. */
const KEPT_STDERR = 4000;

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
  if (!ALLOWED_DEMUXERS.includes(sniffed.demuxer) || !path.isAbsolute(file))
    throw new RangeError('Not an input that may be decoded');
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

/** Arguments that open every call. */
export const COMMON_ARGUMENTS: readonly string[] = [
  '-hide_banner',
  '-loglevel',
  'error',
  '-max_alloc',
  String(MAX_ALLOC),
];

/** Thrown when a program fails or is ended by a limit. The message holds no path of this computer. */
export class MediaToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MediaToolError';
  }
}

/** How a confined program is run. */
export interface ConfinedRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Its own temporary folder; also its working directory. */
  readonly folder: string;
  readonly clock: Clock;
  /** Milliseconds after which it is ended. */
  readonly timeLimit: number;
  /** Bytes that its folder may hold. */
  readonly sizeLimit?: number;
  readonly onLine?: (line: string) => void;
  readonly signal: AbortSignal;
  /** Text removed from complaints, e.g. the input's path. */
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

const lower = (pid: number): void => {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // A system that does not let us lower a priority runs the job at normal priority.
  }
};

/**
 * Runs a program without a shell, the caller's environment or an input, below normal priority and within limits;
 * answers its output.
 */
export const runConfined = (run: ConfinedRun): Promise<string> =>
  new Promise((resolve, reject) => {
    // No character set tables: the carried static ffprobe ends by a fault when it loads the system's for a broadcast's
    // service name.
    const env = { GCONV_PATH: path.join(run.folder, 'none') };
    const child = spawn(run.program, [...run.args], {
      cwd: run.folder,
      env,
      shell: false,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Out of reach of Ctrl-C, which a terminal sends to a whole group: a stop leaves the job to the next start, a
      // failure ends it.
      detached: process.platform !== 'win32',
    });
    if (child.pid !== undefined) lower(child.pid);
    let ended: string | undefined;
    let output = '';
    let pending = '';
    let complaints = '';
    const end = (reason: string): void => {
      ended ??= reason;
      child.kill('SIGKILL');
    };
    const stopTimer = run.clock.after(run.timeLimit, () => end('The job ran over its time limit'));
    const { sizeLimit } = run;
    const watch =
      sizeLimit === undefined
        ? undefined
        : setInterval(() => {
            void folderSize(run.folder).then((size) =>
              size > sizeLimit ? end('The output grew over its size limit') : undefined,
            );
          }, WATCH_MS);
    watch?.unref();
    const onAbort = (): void => end('The job was stopped');
    run.signal.addEventListener('abort', onAbort, { once: true });
    if (run.signal.aborted) onAbort();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!run.onLine) {
        if (output.length + text.length > MAX_OUTPUT) end('The file says too much of itself');
        else output += text;
        return;
      }
      const lines = `${pending}${text}`.split('\n');
      pending = lines.pop() ?? '';
      for (const line of lines) run.onLine(line);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaints = `${complaints}${text}`.slice(-KEPT_STDERR);
    });
    const settle = (finish: () => void): void => {
      stopTimer();
      clearInterval(watch);
      run.signal.removeEventListener('abort', onAbort);
      finish();
    };
    child.on('error', (error) => settle(() => reject(new MediaToolError(`ffmpeg did not start: ${error.message}`))));
    child.on('close', (code) =>
      settle(() => {
        if (ended === undefined && code === 0) resolve(output);
        else reject(new MediaToolError(ended ?? firstComplaint(complaints, run.hide)));
      }),
    );
  });

const firstComplaint = (complaints: string, hide: string): string => {
  const lines = complaints
    .replaceAll(`file:${hide}`, 'input')
    .replaceAll(hide, 'input')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines[lines.length - 1]?.replace(/\[[^\]]*@ 0x[0-9a-f]+\]\s*/, '').slice(0, 300) ?? 'The input cannot be read';
};
