import type { MediaProbe } from './probe.ts';

/** What a stage does with the colors of HDR sources. */
export const HDR_TO_SDR = ['convert', 'off'] as const;
export type HdrToSdr = (typeof HDR_TO_SDR)[number];

/** What a conversion does with the colors of an HDR source. All renditions are SDR: H.264 with eight bits. */
export const HDR_COLORS = ['converted', 'unconverted'] as const;
export type HdrColors = (typeof HDR_COLORS)[number];

/** What the conversion of a source does with its colors; undefined unless the source is HDR. */
export const hdrColorsOf = ({ video }: MediaProbe, hdrToSdr: HdrToSdr): HdrColors | undefined => {
  if (!video?.hdr) return undefined;
  return hdrToSdr === 'convert' ? 'converted' : 'unconverted';
};
