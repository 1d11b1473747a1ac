import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundledMediaTools } from '../../../infra/local/media/tools.ts';

/** How the brightness of a film is coded. */
export type Transfer = 'pq' | 'hlg';

type Color = readonly [red: number, green: number, blue: number];

/** The patches of the film, five in a row: light in nits, with the primaries of Rec. 709. */
const PATCHES = {
  black: [0, 0, 0],
  shadow: [5, 5, 5],
  gray: [26, 26, 26],
  light: [60, 60, 60],
  paper: [203, 203, 203],
  lamp: [600, 600, 600],
  red: [60, 0, 0],
  green: [0, 60, 0],
  blue: [0, 0, 60],
  skin: [60, 38, 28],
} as const satisfies Readonly<Record<string, Color>>;
export type Patch = keyof typeof PATCHES;
const names = Object.keys(PATCHES) as Patch[];
const COLUMNS = 5;
const WIDTH = 640;
const HEIGHT = 360;
const SECONDS = 2;
const RATE = 25;
/** Nits of white paper in HDR (ITU-R BT.2408). In SDR, it is the reference for everything darker. */
const PAPER = 203;

/** From the primaries of Rec. 709 to those of Rec. 2020 (ITU-R BT.2087). */
const TO_2020 = [
  [0.6274, 0.3293, 0.0433],
  [0.0691, 0.9195, 0.0114],
  [0.0164, 0.088, 0.8956],
] as const;
const luma = ([red, green, blue]: Color): number => 0.2627 * red + 0.678 * green + 0.0593 * blue;
const mapColor = (color: Color, change: (channel: number) => number): Color => [
  change(color[0]),
  change(color[1]),
  change(color[2]),
];
const mix = (color: Color, [red, green, blue]: Color): number => color[0] * red + color[1] * green + color[2] * blue;

/** Nits to signal (SMPTE ST 2084). */
const toPq = (nits: number): number => {
  const light = (Math.max(0, nits) / 10_000) ** 0.1593017578125;
  return ((0.8359375 + 18.8515625 * light) / (1 + 18.6875 * light)) ** 78.84375;
};
/** Nits of a display of 1,000 nits to signal (ITU-R BT.2100, inverse system gamma of 1.2). */
const toHlg = (nits: Color): Color => {
  const display = mapColor(nits, (channel) => channel / 1000);
  const brightness = luma(display);
  const gain = brightness > 0 ? brightness ** (1 / 1.2 - 1) : 0;
  return mapColor(display, (channel) => {
    const scene = channel * gain;
    return scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073;
  });
};

/** The ten-bit samples of a patch: luma and both color differences, limited range. */
const samplesOf = (patch: Patch, transfer: Transfer): Color => {
  const light: Color = [
    mix(PATCHES[patch], TO_2020[0]),
    mix(PATCHES[patch], TO_2020[1]),
    mix(PATCHES[patch], TO_2020[2]),
  ];
  const signal = transfer === 'pq' ? mapColor(light, toPq) : toHlg(light);
  const brightness = luma(signal);
  return [
    64 + 876 * brightness,
    512 + (896 * (signal[2] - brightness)) / 1.8814,
    512 + (896 * (signal[0] - brightness)) / 1.4746,
  ];
};

const patchAt = (x: number, y: number, width: number, height: number): Patch =>
  names[Math.floor((x * COLUMNS) / width) + COLUMNS * Math.floor((y * 2) / height)] ?? 'black';

/** One frame, computed without ffmpeg, so that its filters are not tested with themselves. */
const frameOf = (transfer: Transfer): Buffer => {
  const colors = new Map(names.map((name) => [name, samplesOf(name, transfer)]));
  const plane = (index: 0 | 1 | 2, width: number, height: number): Buffer =>
    Buffer.from(
      Uint16Array.from({ length: width * height }, (_sample, at) =>
        Math.round(colors.get(patchAt(at % width, Math.floor(at / width), width, height))?.[index] ?? 0),
      ).buffer,
    );
  return Buffer.concat([plane(0, WIDTH, HEIGHT), plane(1, WIDTH / 2, HEIGHT / 2), plane(2, WIDTH / 2, HEIGHT / 2)]);
};

const ffmpeg = (args: readonly string[], input?: Buffer): Buffer =>
  execFileSync(bundledMediaTools().ffmpeg, ['-v', 'error', '-y', ...args], {
    input: input ?? '',
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  });

const TRANSFER_NAMES = { pq: 'smpte2084', hlg: 'arib-std-b67' } as const;

/**
 * A film of patches in HDR, as phones record it: ten bits, Rec. 2020. `extension` is its container. `tags` false:
 * without color metadata, which makes it a ten-bit SDR film.
 */
export const hdrFilm = (transfer: Transfer, extension: 'mp4' | 'ts' = 'mp4', tags = true): Buffer => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'soundstage-hdr-'));
  const file = path.join(folder, `film.${extension}`);
  const size = ['-s', `${WIDTH}x${HEIGHT}`, '-r', String(RATE)];
  const colors = ['-color_primaries', 'bt2020', '-color_trc', TRANSFER_NAMES[transfer], '-colorspace', 'bt2020nc'];
  const encoder = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:crf=8'];
  const frame = frameOf(transfer);
  try {
    ffmpeg(
      [
        ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p10le', ...size, '-i', '-'],
        ...[...encoder, ...(extension === 'mp4' ? ['-tag:v', 'hvc1'] : [])],
        ...(tags ? [...colors, '-color_range', 'tv'] : []),
        file,
      ],
      Buffer.concat(Array.from({ length: SECONDS * RATE }, () => frame)),
    );
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A picture's patches as 0 to 255 per channel. */
export type Measured = Readonly<Record<Patch, Color>>;

/**
 * Measures the center of each patch in the first picture of a file or playlist. `crop` limits it to the upper left
 * part, such as the first image of a sheet.
 */
export const measureFilm = (file: string, crop?: { readonly width: number; readonly height: number }): Measured => {
  const isVideo = !file.endsWith('.jpg');
  const filters = [
    ...(crop ? [`crop=${crop.width}:${crop.height}:0:0`] : []),
    isVideo ? 'scale=250:100:in_color_matrix=bt709:in_range=tv' : 'scale=250:100',
    'format=rgb24',
  ];
  const options = file.endsWith('.m3u8') ? ['-allowed_extensions', 'ALL'] : [];
  const pixels = ffmpeg([...options, '-i', file, '-frames:v', '1', '-vf', filters.join(','), '-f', 'rawvideo', '-']);
  const center = (index: number): Color => {
    const at = 3 * ((25 + 50 * Math.floor(index / COLUMNS)) * 250 + 25 + 50 * (index % COLUMNS));
    return [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
  };
  return Object.fromEntries(names.map((name, index) => [name, center(index)])) as Measured;
};

/**
 * How much a picture differs from the SDR picture of the film, 0 to 255: the mean over the patches that are so dark
 * that no tone curve may change them. SDR displays have a gamma of 2.4 (ITU-R BT.1886).
 */
export const differenceFromSdr = (measured: Measured): number => {
  const dark = names.filter((name) => Math.max(...PATCHES[name]) <= 60);
  const errors = dark.flatMap((name) =>
    PATCHES[name].map((nits, channel) => Math.abs((measured[name][channel] ?? 0) - 255 * (nits / PAPER) ** (1 / 2.4))),
  );
  return errors.reduce((sum, error) => sum + error, 0) / errors.length;
};
