import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AwsError } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import { COMMON_ARGUMENTS, inputArguments, MediaToolError, runConfined } from '../../media/confined.ts';
import { probeFile } from '../../media/probe.ts';
import { type SniffedInput, sniffImage } from '../../media/sniff.ts';
import type { MediaTools } from '../../media/tools.ts';
import { IMAGE_SIDES, type ModelName } from './models.ts';

/** AWS's limits: https://docs.aws.amazon.com/rekognition/latest/dg/limits.html */
export const MAX_INLINE_BYTES = 5 * 1024 * 1024;
export const MAX_STORED_BYTES = 15 * 1024 * 1024;
export const MIN_SIDE = 80;
export const MAX_SIDE = 10_000;

/** Milliseconds that decoding may take. */
const DECODE_LIMIT_MS = 60_000;
const HEAD_BYTES = 16;

/** What decoding needs. */
export interface ImageReader {
  /** Folder of working files. */
  readonly folder: string;
  readonly clock: Clock;
  readonly tools: () => MediaTools;
  /** Ends the programs when the engine stops. */
  readonly signal: AbortSignal;
}

/** An image in the size of each model: rows of RGB bytes. */
export type DecodedImage = Readonly<Record<ModelName, Buffer>>;

const invalidFormat = (): AwsError =>
  new AwsError('InvalidImageFormatException', 'Request has invalid image format', 400);

const requireSide = (width: number, height: number): void => {
  // AWS reports small images this way: https://github.com/boto/botocore/issues/1366
  if (Math.min(width, height) < MIN_SIDE)
    throw new AwsError('InvalidParameterException', 'Request has invalid parameters');
  if (Math.max(width, height) > MAX_SIDE) {
    throw new AwsError(
      'ImageTooLargeException',
      `Input image dimensions ${width} x ${height} exceed maximum dimension size of ${MAX_SIDE} pixels`,
    );
  }
};

const sniffFile = async (file: string): Promise<SniffedInput | undefined> => {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return sniffImage(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
};

/** One output of ffmpeg: the picture scaled the way nsfwjs does it, which the models were trained for. */
const outputArguments = (side: number, file: string): readonly string[] => [
  '-frames:v',
  '1',
  '-vf',
  `scale=${side}:${side}:flags=bilinear`,
  '-pix_fmt',
  'rgb24',
  '-f',
  'rawvideo',
  file,
];

const decodeIn = async (reader: ImageReader, work: string, file: string): Promise<DecodedImage> => {
  const { clock, signal } = reader;
  const sniffed = await sniffFile(file);
  if (!sniffed) throw invalidFormat();
  const { ffmpeg, ffprobe } = reader.tools();
  const { streams = [] } = await probeFile(ffprobe, file, sniffed, work, clock, signal);
  const { width = 0, height = 0 } = streams[0] ?? {};
  if (width === 0 || height === 0) throw invalidFormat();
  requireSide(width, height);
  const outputs = { mid: path.join(work, 'mid.rgb'), inception: path.join(work, 'inception.rgb') };
  await runConfined({
    program: ffmpeg,
    args: [
      ...COMMON_ARGUMENTS,
      // Rejects a damaged picture where ffmpeg would leave a part of it gray.
      '-err_detect',
      'explode',
      ...inputArguments(file, sniffed, MAX_SIDE * MAX_SIDE),
      ...outputArguments(IMAGE_SIDES.mid, outputs.mid),
      ...outputArguments(IMAGE_SIDES.inception, outputs.inception),
    ],
    folder: work,
    clock,
    timeLimit: DECODE_LIMIT_MS,
    signal,
    hide: file,
  });
  const [mid, inception] = await Promise.all([readFile(outputs.mid), readFile(outputs.inception)]);
  if (mid.length !== IMAGE_SIDES.mid ** 2 * 3 || inception.length !== IMAGE_SIDES.inception ** 2 * 3)
    throw invalidFormat();
  return { mid, inception };
};

/**
 * Decodes a JPEG or PNG file with the confined ffmpeg.
 * @throws AwsError for an image that AWS rejects
 */
export const decodeImage = async (reader: ImageReader, source: { readonly file: string } | Buffer) => {
  const work = path.join(reader.folder, 'work', randomUUID());
  await mkdir(work, { recursive: true });
  try {
    if (!Buffer.isBuffer(source)) return await decodeIn(reader, work, path.resolve(source.file));
    const file = path.resolve(work, 'image');
    await writeFile(file, source);
    return await decodeIn(reader, work, file);
  } catch (error) {
    if (error instanceof MediaToolError && !reader.signal.aborted) throw invalidFormat();
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
