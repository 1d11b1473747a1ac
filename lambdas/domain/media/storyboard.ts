import { vttTimestamp } from './vtt-time.ts';

/** Sheets of small pictures that show a video along its length, as the converter is asked for them. */
export interface Storyboard {
  /** Seconds from one picture to the next. */
  readonly interval: number;
  /** Pixels of one picture. */
  readonly width: number;
  readonly height: number;
  /** Pictures in a row and in a column of a sheet. */
  readonly columns: number;
  readonly rows: number;
}

/** Long side of a picture, pixels. */
const LONG_SIDE = 160;
/** Smallest side of a picture, pixels. Every source that is taken has more. */
const MIN_SIDE = 16;
/** MediaConvert's widths are divisible by 8, its heights by 2. */
const WIDTH_STEP = 8;
const HEIGHT_STEP = 2;
/** Most pictures in a row and in a column: a sheet stays far below MediaConvert's 4,096 lines. */
const MAX_ACROSS = 10;
/** Seconds: closer is more than a timeline shows, wider misses scenes. */
const MIN_INTERVAL = 2;
const WIDE_INTERVAL = 10;
/**
 * Pictures up to which the interval grows to `WIDE_INTERVAL`, and up to which it stays there: half an hour, and two
 * hours.
 */
const FEW_PICTURES = 200;
const MOST_PICTURES = 720;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const stepDown = (value: number, step: number): number => step * Math.floor((value + 1e-6) / step);
const stepNear = (value: number, step: number): number => step * Math.round(value / step);

/** Whole seconds between the pictures of a video of this length (seconds). */
const intervalOf = (duration: number): number =>
  Math.max(
    MIN_INTERVAL,
    Math.min(WIDE_INTERVAL, Math.ceil(duration / FEW_PICTURES)),
    Math.ceil(duration / MOST_PICTURES),
  );

/** The storyboard of a video: pictures of its shape, never larger than it is (its size upright, in square pixels). */
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

/** How many sheets a storyboard has for a video of this length (seconds). */
export const sheetCount = ({ interval, columns, rows }: Storyboard, duration: number): number =>
  Math.max(1, Math.ceil(duration / interval / (columns * rows)));

/** One sheet that the converter's image playlist names. */
export interface Sheet {
  /** File name, in the folder of the playlist. */
  readonly file: string;
  /** Seconds that the sheet covers, and that each of its pictures does. */
  readonly duration: number;
  readonly interval: number;
}

/** A name in the playlist's own folder; anything else is not ours. */
const isPlainName = (name: string | undefined): name is string =>
  name !== undefined && /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/.test(name);

/**
 * The image playlist that a group's own multivariant playlist names (`#EXT-X-IMAGE-STREAM-INF`), a name in its folder;
 * undefined when it names none.
 */
export const imagePlaylistOf = (groupPlaylist: string): string | undefined => {
  const name = /^#EXT-X-IMAGE-STREAM-INF:(?:.*,)?URI="([^"]*)"/m.exec(groupPlaylist)?.[1];
  return isPlainName(name) ? name : undefined;
};

/**
 * Reads an HLS image playlist (Roku's "Image Media Playlist", version 0.4). Only names and times are taken from it:
 * encoders do not agree on whether `RESOLUTION` is that of a sheet or of a picture, and we know what we asked for. The
 * tag of a sheet holds for those after it.
 */
export const readSheets = (playlist: string, asked: Storyboard): readonly Sheet[] => {
  const sheets: Sheet[] = [];
  let interval = asked.interval;
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

/** Cues of less than a frame are none. */
const TOLERANCE = 0.01;

/**
 * Writes a storyboard as WebVTT, which players read: each cue names its sheet beside the file and its place there
 * (`#xywh=x,y,width,height`, pixels). Sheets in `missing` keep their time and get no cue. The last cue ends with the
 * video, `duration` in seconds: sound may outlast the picture, of which players then show the end.
 */
export const storyboardCues = (
  asked: Storyboard,
  sheets: readonly Sheet[],
  duration: number,
  missing: readonly string[] = [],
): string => {
  const { width, height, columns, rows } = asked;
  const cues: string[] = [];
  let start = 0;
  for (const sheet of sheets) {
    const isLast = sheet === sheets.at(-1);
    const pictures = Math.min(columns * rows, Math.ceil(sheet.duration / sheet.interval - TOLERANCE));
    for (let index = 0; index < pictures && !missing.includes(sheet.file); index += 1) {
      const from = start + index * sheet.interval;
      const to = isLast && index === pictures - 1 ? duration : Math.min(from + sheet.interval, duration);
      if (to - from < TOLERANCE) break;
      const place = [(index % columns) * width, Math.floor(index / columns) * height, width, height];
      cues.push(`${vttTimestamp(from)} --> ${vttTimestamp(to)}\n${sheet.file}#xywh=${place.join(',')}\n`);
    }
    start += sheet.duration;
  }
  return ['WEBVTT\n', ...cues].join('\n');
};
