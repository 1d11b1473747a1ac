import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../clock.ts';
import { COMMON_ARGUMENTS, MAX_PIXELS, MediaToolError, inputArguments, runConfined } from '../../media/confined.ts';
import type { MediaObjectStore } from '../../media/object-store.ts';
import { probeFile, probeResult } from '../../media/probe.ts';
import { sniffFile } from '../../media/sniff.ts';
import type { MediaTools } from '../../media/tools.ts';
import { hdrSourceOf, type HdrSource } from './colors.ts';
import { ffmpegArguments } from './ffmpeg-arguments.ts';
import { joinSegments, readFragments } from './fragments.ts';
import { JOB_ERRORS, JobError } from './job-error.ts';
import { colorsNotConverted, type JobWarning } from './job-warning.ts';
import {
  convertsColors,
  destinationOf,
  isPicture,
  planJob,
  workFile,
  type AudioEncode,
  type Encode,
  type EncodePlan,
  type FrameCapture,
  type SheetCapture,
  type SoundEncode,
  type VideoEncode,
} from './plan.ts';
import {
  groupPlaylist,
  imagePlaylist,
  initName,
  mediaPlaylist,
  segmentName,
  type WrittenRendition,
  type WrittenSheets,
} from './playlists.ts';
import type { JobSettings } from './settings.ts';

/** Phases of a job, with MediaConvert's names. */
export type JobPhase = 'PROBING' | 'TRANSCODING' | 'UPLOADING';

/** The outputs of a job, in the shape of the COMPLETE event. */
export interface OutputGroupDetail {
  readonly outputDetails: readonly {
    readonly outputFilePaths?: readonly string[];
    readonly durationInMs: number;
    readonly videoDetails?: { readonly widthInPx: number; readonly heightInPx: number };
  }[];
  readonly playlistFilePaths?: readonly string[];
  readonly type: 'CMAF_GROUP' | 'FILE_GROUP';
}

/** What a job made, and what it did differently from its settings. */
export interface JobResult {
  readonly outputGroupDetails: readonly OutputGroupDetail[];
  readonly warnings: readonly JobWarning[];
}

/** A job to run, and the services that it needs. */
export interface JobRun {
  readonly settings: JobSettings;
  readonly folder: string;
  readonly store: MediaObjectStore;
  readonly tools: MediaTools;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called when the job advances; `percent` is that of the phase. */
  readonly onProgress: (phase: JobPhase, percent: number, frames: number) => void;
}

/** Time limit in milliseconds: ten minutes plus 100 seconds per second of media, for slow computers. */
const timeLimit = (duration: number): number => 600_000 + duration * 100_000;

const SOUND_BITS = 16;

/** Maximum bytes in a job's folder: twice the outputs at their maximum bit rates, and 200 MiB for stills. */
const sizeLimit = (plan: EncodePlan, duration: number): number => {
  const bits = plan.encodes.reduce((sum, encode) => {
    if (encode.kind === 'video') return sum + encode.h264.maxBitrate;
    if (encode.kind === 'sound') return sum + encode.sampleRate * SOUND_BITS;
    return encode.kind === 'audio' ? sum + encode.aac.bitrate : sum;
  }, 0);
  return 200 * 1024 * 1024 + (2 * bits * Math.max(10, duration)) / 8;
};

const fragmentSeconds = (plan: EncodePlan): number =>
  plan.groups.reduce(
    (seconds, { outputGroupSettings: settings }) =>
      settings.type === 'CMAF_GROUP_SETTINGS' ? Math.min(seconds, settings.cmafGroupSettings.fragmentLength) : seconds,
    2,
  );

interface Source {
  readonly file: string;
  readonly input: readonly string[];
  readonly duration: number;
  /** Its colors, if it is HDR. */
  readonly hdr: HdrSource | undefined;
}

const openSource = async (run: JobRun, plan: EncodePlan): Promise<Source> => {
  const { bucket, key } = plan.input;
  const found = await run.store.objectPath(bucket, key);
  if (found === undefined)
    throw new JobError(
      JOB_ERRORS.inputNotFound,
      `Unable to open input file [s3://${bucket}/${key}]: [Failed probe/open: [No such object]]`,
    );
  const file = path.resolve(found);
  const sniffed = await sniffFile(file);
  if (!sniffed) throw new JobError(JOB_ERRORS.unsupportedInput, 'The container format of the input is not supported');
  const probed = await probeFile(run.tools.ffprobe, file, sniffed, run.folder, run.clock, run.signal);
  const { container } = probeResult(sniffed.format ?? 'flv', probed);
  const has = (type: string): boolean => container.tracks.some(({ trackType }) => trackType === type);
  if (!plan.encodes.every(isPicture) && !has('audio'))
    throw new JobError(JOB_ERRORS.missingStream, 'The input has no audio for the requested outputs');
  if (plan.encodes.some(isPicture) && !has('video'))
    throw new JobError(JOB_ERRORS.missingStream, 'The input has no video for the requested outputs');
  const video = probed.streams?.find(
    (stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1,
  );
  return {
    file,
    input: inputArguments(file, sniffed, MAX_PIXELS),
    duration: container.duration,
    hdr: hdrSourceOf(video),
  };
};

/** What the job does not do although its settings ask for it. */
const warningsOf = ({ tools }: JobRun, plan: EncodePlan, { hdr }: Source): readonly JobWarning[] =>
  hdr && tools.missingColorFilters.length > 0 && plan.encodes.some(convertsColors)
    ? [colorsNotConverted(tools.missingColorFilters)]
    : [];

const encodeAll = async (run: JobRun, plan: EncodePlan, source: Source): Promise<void> => {
  let frames = 0;
  await runConfined({
    program: run.tools.ffmpeg,
    args: [
      ...COMMON_ARGUMENTS,
      ...ffmpegArguments(
        plan,
        source.input,
        fragmentSeconds(plan),
        run.tools.missingColorFilters.length > 0 ? undefined : source.hdr,
      ),
    ],
    folder: run.folder,
    clock: run.clock,
    timeLimit: timeLimit(source.duration),
    sizeLimit: sizeLimit(plan, source.duration),
    signal: run.signal,
    hide: source.file,
    onLine: (line) => {
      const [key, value = ''] = line.split('=');
      if (key === 'frame') frames = Number(value) || frames;
      // The key says milliseconds, but both old and new builds count microseconds.
      if (key !== 'out_time_ms' || !(Number(value) > 0) || source.duration <= 0) return;
      run.onProgress('TRANSCODING', Math.min(99, Math.floor(Number(value) / (source.duration * 10_000))), frames);
    },
  });
};

const readRange = async (file: string, offset: number, size: number): Promise<Buffer> => {
  const handle = await open(file, 'r');
  try {
    const buffer = Buffer.alloc(size);
    await handle.read(buffer, 0, size, offset);
    return buffer;
  } finally {
    await handle.close();
  }
};

const put = async (
  run: JobRun,
  bucket: string,
  key: string,
  body: Buffer | string | { readonly file: string },
  contentType: string,
): Promise<void> => {
  if (run.signal.aborted) throw new MediaToolError('The job was stopped');
  await run.store.writeObject(bucket, key, body, { contentType });
};

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
/** Name of the image playlist that MediaConvert writes. */
const SHEET_PLAYLIST = 'thumbnails.m3u8';

const storeRendition = async (
  run: JobRun,
  encode: VideoEncode | AudioEncode,
  segmentSeconds: number,
): Promise<WrittenRendition> => {
  const extension = encode.kind === 'video' ? 'cmfv' : 'cmfa';
  const type = encode.kind === 'video' ? 'video/mp4' : 'audio/mp4';
  const file = path.join(run.folder, workFile(encode));
  const { initSize, codec, fragments } = await readFragments(file);
  const segments = joinSegments(fragments, segmentSeconds);
  if (initSize === 0 || segments.length === 0)
    throw new JobError(JOB_ERRORS.encodingFailed, `The input produced no ${encode.kind} for ${encode.name}`);
  await put(
    run,
    encode.bucket,
    `${encode.folder}${initName(encode.name, extension)}`,
    await readRange(file, 0, initSize),
    type,
  );
  for (const [index, segment] of segments.entries()) {
    await put(
      run,
      encode.bucket,
      `${encode.folder}${segmentName(encode.name, index, extension)}`,
      await readRange(file, segment.offset, segment.size),
      type,
    );
  }
  await put(
    run,
    encode.bucket,
    `${encode.folder}${encode.name}.m3u8`,
    mediaPlaylist(encode.name, extension, segments),
    PLAYLIST_TYPE,
  );
  const picture =
    encode.kind === 'video'
      ? {
          width: encode.picture.width,
          height: encode.picture.height,
          frameRate: encode.h264.framerateNumerator / encode.h264.framerateDenominator,
        }
      : {};
  return {
    kind: encode.kind,
    name: encode.name,
    modifier: encode.modifier,
    codec,
    segments,
    audioGroup: encode.audioGroup,
    isDefault: encode.kind === 'audio' && encode.isDefault,
    ...picture,
  };
};

/** Stores the sheets that start within the video. The filter may add one thumbnail after the last frame. */
const storeSheets = async (run: JobRun, encode: SheetCapture, duration: number): Promise<WrittenSheets> => {
  const { tileWidth, tileHeight, thumbnailWidth, thumbnailHeight } = encode.sheet;
  const interval = encode.rate.denominator / encode.rate.numerator;
  const covered = interval * tileWidth * tileHeight;
  const prefix = workFile(encode).replace('%09d.jpg', '');
  const names = (await readdir(run.folder)).filter((name) => name.startsWith(prefix)).sort();
  const sheets: { file: string; duration: number; size: number }[] = [];
  for (const [index, name] of names.entries()) {
    const length = Math.min(covered, duration - index * covered);
    if (length <= 0) break;
    const file = `${encode.name}_${name.slice(prefix.length)}`;
    const work = path.join(run.folder, name);
    const { size } = await stat(work);
    await put(run, encode.bucket, `${encode.folder}${file}`, await readRange(work, 0, size), 'image/jpeg');
    sheets.push({ file, duration: length, size });
  }
  const written: WrittenSheets = {
    playlist: SHEET_PLAYLIST,
    sheets,
    interval,
    width: tileWidth * thumbnailWidth,
    height: tileHeight * thumbnailHeight,
    layout: `${tileWidth}x${tileHeight}`,
  };
  await put(run, encode.bucket, `${encode.folder}${SHEET_PLAYLIST}`, imagePlaylist(written), PLAYLIST_TYPE);
  return written;
};

const storeStills = async (run: JobRun, encode: FrameCapture): Promise<readonly string[]> => {
  const prefix = workFile(encode).replace('%07d.jpg', '');
  const names = (await readdir(run.folder)).filter((name) => name.startsWith(prefix)).sort();
  if (names.length === 0)
    throw new JobError(JOB_ERRORS.encodingFailed, `The input produced no image for ${encode.name}`);
  const keys: string[] = [];
  for (const name of names) {
    const file = path.join(run.folder, name);
    const key = `${encode.folder}${encode.name}.${name.slice(prefix.length)}`;
    await put(run, encode.bucket, key, await readRange(file, 0, (await stat(file)).size), 'image/jpeg');
    keys.push(`s3://${encode.bucket}/${key}`);
  }
  return keys;
};

const storeSound = async (run: JobRun, encode: SoundEncode): Promise<string> => {
  const file = path.join(run.folder, workFile(encode));
  const key = `${encode.folder}${encode.name}.wav`;
  await put(run, encode.bucket, key, { file }, 'audio/wav');
  return `s3://${encode.bucket}/${key}`;
};

const storeFiles = async (
  run: JobRun,
  encodes: readonly Encode[],
  duration: number,
): Promise<OutputGroupDetail['outputDetails']> => {
  const outputDetails: OutputGroupDetail['outputDetails'][number][] = [];
  const durationInMs = Math.round(duration * 1000);
  for (const encode of encodes) {
    if (encode.kind === 'sound') outputDetails.push({ outputFilePaths: [await storeSound(run, encode)], durationInMs });
    if (encode.kind !== 'frames') continue;
    const last = (await storeStills(run, encode)).at(-1) ?? '';
    const videoDetails = { widthInPx: encode.picture.width, heightInPx: encode.picture.height };
    outputDetails.push({ outputFilePaths: [last], durationInMs, videoDetails });
  }
  return outputDetails;
};

const seconds = (rendition: WrittenRendition): number =>
  rendition.segments.reduce((sum, { duration }) => sum + duration, 0);

const storeGroup = async (
  run: JobRun,
  plan: EncodePlan,
  index: number,
  duration: number,
): Promise<OutputGroupDetail> => {
  const group = plan.groups[index];
  const encodes: readonly Encode[] = plan.encodes.filter((encode) => encode.group === index);
  const settings = group?.outputGroupSettings;
  if (!group || settings?.type !== 'CMAF_GROUP_SETTINGS') {
    return { outputDetails: await storeFiles(run, encodes, duration), type: 'FILE_GROUP' };
  }
  const renditions: WrittenRendition[] = [];
  for (const encode of encodes) {
    if (encode.kind === 'video' || encode.kind === 'audio')
      renditions.push(await storeRendition(run, encode, settings.cmafGroupSettings.segmentLength));
  }
  const pictures = encodes.find((encode) => encode.kind === 'sheets');
  const length = Math.max(0, ...renditions.filter(({ kind }) => kind === 'video').map(seconds));
  const sheets = pictures && (await storeSheets(run, pictures, length));
  const { bucket, folder, base } = destinationOf(group, plan.input.key);
  const manifests = [
    { key: `${folder}${base}.m3u8`, chosen: renditions },
    ...(settings.cmafGroupSettings.additionalManifests ?? []).map(({ manifestNameModifier, selectedOutputs }) => ({
      key: `${folder}${base}${manifestNameModifier}.m3u8`,
      chosen: renditions.filter(({ modifier }) => selectedOutputs.includes(modifier)),
    })),
  ];
  for (const { key, chosen } of manifests) await put(run, bucket, key, groupPlaylist(chosen, sheets), PLAYLIST_TYPE);
  return {
    outputDetails: renditions.map((rendition) => ({
      durationInMs: Math.round(seconds(rendition) * 1000),
      ...(rendition.width && rendition.height
        ? { videoDetails: { widthInPx: rendition.width, heightInPx: rendition.height } }
        : {}),
    })),
    playlistFilePaths: manifests.map(({ key }) => `s3://${bucket}/${key}`),
    type: 'CMAF_GROUP',
  };
};

/**
 * Runs one job from its settings to its stored outputs, in its own folder, which is removed at the end. As on AWS, the
 * input is the key's current version when the job starts. Throws JobError, or MediaToolError when the job was stopped.
 */
export const runJob = async (run: JobRun): Promise<JobResult> => {
  const plan = planJob(run.settings);
  await rm(run.folder, { recursive: true, force: true });
  await mkdir(run.folder, { recursive: true });
  try {
    run.onProgress('PROBING', 0, 0);
    const source = await openSource(run, plan);
    run.onProgress('TRANSCODING', 0, 0);
    await encodeAll(run, plan, source);
    const details: OutputGroupDetail[] = [];
    for (const index of plan.groups.keys()) {
      run.onProgress('UPLOADING', Math.floor((100 * index) / plan.groups.length), 0);
      details.push(await storeGroup(run, plan, index, source.duration));
    }
    return { outputGroupDetails: details, warnings: warningsOf(run, plan, source) };
  } catch (error) {
    if (error instanceof MediaToolError && !run.signal.aborted)
      throw new JobError(JOB_ERRORS.encodingFailed, error.message);
    throw error;
  } finally {
    await rm(run.folder, { recursive: true, force: true });
  }
};
