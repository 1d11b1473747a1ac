/** A job's end in ERROR: MediaConvert's numeric code and its text. */
export class JobError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'JobError';
    this.code = code;
  }
}

/** Codes as MediaConvert's list of error codes has them, by their nearest meaning. */
export const JOB_ERRORS = {
  /** The input cannot be opened. */
  inputNotFound: 1404,
  /** The container or a codec is not one that can be decoded. */
  unsupportedInput: 1030,
  /** The input lacks a stream that an output needs. */
  missingStream: 1040,
  /** Decoding or encoding failed. */
  transcodeFailed: 1999,
  /** The destination cannot be written. */
  destination: 1522,
} as const;
