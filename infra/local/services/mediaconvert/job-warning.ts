/** Something that a completed job did differently from its settings, as in MediaConvert: a code and a text. */
export interface JobWarning {
  readonly code: number;
  readonly message: string;
}

/** Our own code. MediaConvert's warnings have codes from 100000 to 270000, and none of them means this. */
const COLORS_NOT_CONVERTED = 900_001;

/** The source is HDR, and this ffmpeg cannot convert its colors. */
export const colorsNotConverted = (missingFilters: readonly string[]): JobWarning => ({
  code: COLORS_NOT_CONVERTED,
  message:
    `The colors of this HDR source were not converted to SDR, so the outputs look pale: ` +
    `ffmpeg on this computer lacks ${missingFilters.join(' and ')}. Install an ffmpeg with them, then convert again.`,
});
