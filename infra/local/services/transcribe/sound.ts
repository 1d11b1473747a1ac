import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../clock.ts';
import { COMMON_ARGUMENTS, MAX_PIXELS, inputArguments, runConfined } from '../../media/confined.ts';
import type { MediaObjectStore } from '../../media/object-store.ts';
import { probeFile, probeResult } from '../../media/probe.ts';
import { sniffFile, type SniffedInput } from '../../media/sniff.ts';
import type { MediaTools } from '../../media/tools.ts';
import { JobFailure } from './job-failure.ts';
import type { TranscriptionRequest } from './request.ts';

/** Transcribe's limits of a file: 2 GB and four hours. */
const MAX_BYTES = 2 * 1024 ** 3;
const MAX_SECONDS = 4 * 3600;

/** The containers that Transcribe reads and we can detect, with its names. AMR is missing. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  mp3: ['mp3'],
  mp4: ['mp4', 'm4a'],
  wave: ['wav'],
  flac: ['flac'],
  ogg: ['ogg'],
  webm: ['webm'],
};

/** WAV of 16 kHz, mono, 16 bit. */
const BYTES_PER_SECOND = 32_000;
const HEADER_BYTES = 44;

/** A job's request and the services that it needs to read its media. */
export interface SoundRun {
  readonly request: TranscriptionRequest;
  readonly folder: string;
  readonly store: MediaObjectStore;
  readonly tools: MediaTools;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The sound of a job's media. */
export interface Sound {
  /** WAV file, 16 kHz, mono, 16 bit, with a header of 44 bytes. */
  readonly file: string;
  /** Seconds. */
  readonly duration: number;
  readonly mediaFormat: string;
  /** Of the media, in hertz. */
  readonly sampleRate: number;
}

const tooLong = (): JobFailure => new JobFailure('The media file is too long. The limit is 4 hours.');

const openMedia = async ({ request, store }: SoundRun): Promise<{ file: string; sniffed: SniffedInput }> => {
  const { bucket, key } = request.media;
  const [found, facts] = await Promise.all([store.objectPath(bucket, key), store.statObject(bucket, key)]);
  if (found === undefined || !facts) throw new JobFailure('The media file no longer exists.');
  if (facts.size > MAX_BYTES) throw new JobFailure('Invalid file size: file size too large.');
  const file = path.resolve(found);
  const sniffed = await sniffFile(file);
  if (!sniffed) throw new JobFailure('Unsupported media format.');
  return { file, sniffed };
};

const formatOf = ({ mediaFormat }: TranscriptionRequest, { format = '' }: SniffedInput): string => {
  const names = FORMATS[format] ?? [];
  if (names[0] === undefined) throw new JobFailure('Unsupported media format.');
  if (mediaFormat !== undefined && !names.includes(mediaFormat))
    throw new JobFailure('The media format provided does not match the detected media format.');
  return mediaFormat ?? names[0];
};

const rateOf = ({ sampleRate }: TranscriptionRequest, detected: number | undefined): number => {
  if (detected === undefined) throw new JobFailure('The media file has no audio.');
  if (sampleRate !== undefined && sampleRate !== detected)
    throw new JobFailure('The sample rate provided does not match the detected sample rate.');
  return detected;
};

/**
 * Checks a job's media by Transcribe's rules, and extracts its first audio track.
 * @throws JobFailure with Transcribe's reason; MediaToolError when ffmpeg cannot read it
 */
export const extractSound = async (run: SoundRun): Promise<Sound> => {
  const { request, folder, tools, clock, signal } = run;
  const { file, sniffed } = await openMedia(run);
  const mediaFormat = formatOf(request, sniffed);
  const { container } = probeResult(
    sniffed.format ?? '',
    await probeFile(tools.ffprobe, file, sniffed, folder, clock, signal),
  );
  if (container.duration > MAX_SECONDS) throw tooLong();
  const track = container.tracks.find(({ trackType }) => trackType === 'audio');
  const sampleRate = rateOf(request, track?.audioProperties?.sampleRate);
  const sound = path.join(folder, 'sound.wav');
  await runConfined({
    program: tools.ffmpeg,
    args: [
      ...COMMON_ARGUMENTS,
      ...inputArguments(file, sniffed, MAX_PIXELS),
      ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-ac', '1', '-ar', '16000'],
      // Exact, so that the header has no text. A file can be longer than it claims.
      ...['-c:a', 'pcm_s16le', '-fflags', '+bitexact', '-t', String(MAX_SECONDS + 1), '-f', 'wav', `file:${sound}`],
    ],
    folder,
    clock,
    timeLimit: 600_000 + container.duration * 1000,
    sizeLimit: (MAX_SECONDS + 60) * BYTES_PER_SECOND,
    signal,
    hide: file,
  });
  const duration = ((await stat(sound)).size - HEADER_BYTES) / BYTES_PER_SECOND;
  if (duration > MAX_SECONDS) throw tooLong();
  return { file: sound, duration, mediaFormat, sampleRate };
};
