import type { FfprobeStream } from '../../media/probe.ts';

/** The color metadata of an HDR source, with ffmpeg's names. */
export interface HdrSource {
  readonly transfer: 'smpte2084' | 'arib-std-b67';
  readonly primaries: string;
  readonly matrix: string;
  readonly range: 'tv' | 'pc';
}

const PRIMARIES: readonly string[] = ['bt2020', 'bt709', 'smpte431', 'smpte432'];
const MATRICES: readonly string[] = ['bt2020nc', 'bt2020c', 'bt709'];

const known = (names: readonly string[], name: string | undefined, otherwise: string): string =>
  names.includes(name ?? '') ? (name ?? otherwise) : otherwise;

/** The colors of a stream; undefined unless it is HDR. What it does not say is as in BT.2100. */
export const hdrSourceOf = (stream: FfprobeStream | undefined): HdrSource | undefined => {
  const transfer = stream?.color_transfer;
  if (!stream || (transfer !== 'smpte2084' && transfer !== 'arib-std-b67')) return undefined;
  return {
    transfer,
    primaries: known(PRIMARIES, stream.color_primaries, 'bt2020'),
    matrix: known(MATRICES, stream.color_space, 'bt2020nc'),
    range: stream.color_range === 'pc' ? 'pc' : 'tv',
  };
};

/** Brightness of white paper in HDR, in nits (ITU-R BT.2408). It becomes 85 % of the signal in SDR. */
const WHITE_NITS = 203;
/** Brightness that becomes the brightest white: that of most masters, and of HLG. */
const PEAK_NITS = 1000;
/** Share of `WHITE_NITS` up to which brightness stays as it is; above, it is compressed. */
const KNEE = 0.3;

/**
 * The filters that convert a picture to Rec. 709, with a comma at the end. JPEG files have the matrix of BT.601 and the
 * full range, whatever the size of the picture.
 */
export const toSdrFilter = (source: HdrSource, target: 'video' | 'jpeg'): string =>
  [
    `zscale=tin=${source.transfer}:min=${source.matrix}:pin=${source.primaries}:rin=${source.range}` +
      `:t=linear:npl=${WHITE_NITS}`,
    'format=gbrpf32le',
    'zscale=p=bt709',
    `tonemap=mobius:param=${KNEE}:peak=${(PEAK_NITS / WHITE_NITS).toFixed(4)}`,
    `zscale=t=bt709:${target === 'video' ? 'm=bt709:r=tv' : 'm=smpte170m:r=pc'},`,
  ].join(',');

/** Tags a video as Rec. 709. */
export const SDR_TAGS: readonly string[] = [
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-colorspace',
  'bt709',
  '-color_range',
  'tv',
];
