/** The failure of a job: MediaConvert's numeric code and its text. */
export class JobError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'JobError';
    this.code = code;
  }
}

/** Codes with the nearest meaning in MediaConvert's list of error codes. */
export const JOB_ERRORS = {
  /** The role may not read the input. */
  inputDenied: 1401,
  /** The input cannot be opened. */
  inputNotFound: 1404,
  /** The role does not trust MediaConvert. */
  roleNotAssumed: 1433,
  /** The container or a codec is not one that can be decoded. */
  unsupportedInput: 1030,
  /** The input lacks a stream that an output needs. */
  missingStream: 1040,
  /** Decoding or encoding failed. */
  encodingFailed: 1999,
  /** The destination cannot be written. */
  destination: 1522,
  /** The role may not write the outputs. */
  outputDenied: 3401,
} as const;
