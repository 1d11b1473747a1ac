import { vttTimestamp } from './vtt-time.ts';

/** Settings of a storyboard: sheets of small images that show a video along its length. */
export interface Storyboard {
  /** Seconds between images. */
  readonly interval: number;
  /** Size of one image in pixels. */
  readonly width: number;
  readonly height: number;
  /** Images in a row and in a column of a sheet. */
  readonly columns: number;
  readonly rows: number;
}

/** Long side of an image in pixels. */
const LONG_SIDE = 160;
/** Minimum side of an image in pixels. Every accepted source is larger. */
const MIN_SIDE = 16;
/** MediaConvert requires widths divisible by 8 and heights divisible by 2. */
const WIDTH_STEP = 8;
const HEIGHT_STEP = 2;
/** Maximum number of images in a row and in a column. A sheet stays far below MediaConvert's limit of 4,096 lines. */
const MAX_ACROSS = 10;
/** Seconds. A shorter interval is finer than a timeline can show; a longer one misses scenes. */
const MIN_INTERVAL = 2;
const WIDE_INTERVAL = 10;
/**
 * Number of images up to which the interval grows to `WIDE_INTERVAL` (half an hour of video), and up to which it stays
 * there (two hours).
 */
const FEW_PICTURES = 200;
const MOST_PICTURES = 720;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const stepDown = (value: number, step: number): number => step * Math.floor((value + 1e-6) / step);
const stepNear = (value: number, step: number): number => step * Math.round(value / step);

/** Interval between images in whole seconds. `duration` in seconds. */
const intervalOf = (duration: number): number =>
  Math.max(
    MIN_INTERVAL,
    Math.min(WIDE_INTERVAL, Math.ceil(duration / FEW_PICTURES)),
    Math.ceil(duration / MOST_PICTURES),
  );

/**
 * Plans the storyboard of a video. The images have the video's aspect ratio and are never larger than the video.
 * `source` is the displayed size, in square pixels.
 */
export const planStoryboard = (
  source: { readonly width: number; readonly height: number },
  duration: number,
): Storyboard => {
  const scale = Math.min(1, LONG_SIDE / Math.max(source.width, source.height));
  const width = clamp(stepNear(source.width * scale, WIDTH_STEP), MIN_SIDE, stepDown(source.width, WIDTH_STEP));
  const tallest = Math.min(LONG_SIDE, stepDown(source.height, HEIGHT_STEP));
  const interval = intervalOf(duration);
  const pictures = Math.max(1, Math.ceil(duration / interval));
  const columns = Math.min(MAX_ACROSS, pictures);
  return {
    interval,
    width,
    height: clamp(stepNear((width * source.height) / source.width, HEIGHT_STEP), MIN_SIDE, tallest),
    columns,
    rows: Math.min(MAX_ACROSS, Math.ceil(pictures / columns)),
  };
};

/** Number of sheets of a storyboard. `duration` of the video in seconds. */
export const sheetCount = ({ interval, columns, rows }: Storyboard, duration: number): number =>
  Math.max(1, Math.ceil(duration / interval / (columns * rows)));

/** One sheet in the converter's image playlist. */
export interface Sheet {
  /** Name of a file in the playlist's folder. */
  readonly file: string;
  /** Seconds covered by the sheet, and by each of its images. */
  readonly duration: number;
  readonly interval: number;
}

/** Whether a name refers to a file in the playlist's own folder. Others are ignored. */
const isPlainName = (name: string | undefined): name is string =>
  name !== undefined && /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name);

/**
 * File name of the image playlist in a group's multivariant playlist (`#EXT-X-IMAGE-STREAM-INF`). Undefined when there
 * is none.
 */
export const imagePlaylistOf = (groupPlaylist: string): string | undefined => {
  const name = /^#EXT-X-IMAGE-STREAM-INF:(?:.*,)?URI="([^"]*)"/m.exec(groupPlaylist)?.[1];
  return isPlainName(name) ? name : undefined;
};

/**
 * Reads an HLS image playlist (Roku's "Image Media Playlist", version 0.4). Only names and times are read, because
 * encoders disagree on whether `RESOLUTION` is the size of a sheet or of an image; sizes come from `storyboard`. The
 * tags of a sheet also apply to the sheets after it.
 */
export const readSheets = (playlist: string, storyboard: Storyboard): readonly Sheet[] => {
  const sheets: Sheet[] = [];
  let interval = storyboard.interval;
  let duration = 0;
  for (const line of playlist.split(/\r?\n/)) {
    const tiles = /^#EXT-X-TILES:(?:.*,)?DURATION=([\d.]+)/.exec(line)?.[1];
    if (Number(tiles) > 0) interval = Number(tiles);
    const length = /^#EXTINF:([\d.]+)/.exec(line)?.[1];
    if (length !== undefined) duration = Number(length);
    if (line !== '' && !line.startsWith('#') && isPlainName(line) && duration > 0)
      sheets.push({ file: line, duration, interval });
  }
  return sheets;
};

/** Seconds. Shorter cues would be less than a frame and are omitted. */
const TOLERANCE = 0.01;

/**
 * Writes a storyboard as WebVTT for players. Each cue names a sheet in the same folder and a region in it
 * (`#xywh=x,y,width,height`, in pixels). Sheets in `missing` keep their time but get no cues. The last cue ends at
 * `duration` (seconds), because the audio can be longer than the video.
 */
export const storyboardCues = (
  storyboard: Storyboard,
  sheets: readonly Sheet[],
  duration: number,
  missing: readonly string[] = [],
): string => {
  const { width, height, columns, rows } = storyboard;
  const cues: string[] = [];
  let start = 0;
  for (const sheet of sheets) {
    const isLast = sheet === sheets.at(-1);
    const pictures = Math.min(columns * rows, Math.ceil(sheet.duration / sheet.interval - TOLERANCE));
    for (let index = 0; index < pictures && !missing.includes(sheet.file); index += 1) {
      const from = start + index * sheet.interval;
      const to = isLast && index === pictures - 1 ? duration : Math.min(from + sheet.interval, duration);
      if (to - from < TOLERANCE) break;
      const region = [(index % columns) * width, Math.floor(index / columns) * height, width, height];
      cues.push(`${vttTimestamp(from)} --> ${vttTimestamp(to)}\n${sheet.file}#xywh=${region.join(',')}\n`);
    }
    start += sheet.duration;
  }
  return ['WEBVTT\n', ...cues].join('\n');
};
