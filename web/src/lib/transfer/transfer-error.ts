/** `network`: no connection or timeout (status 0). `timeout`: we gave up ourselves. */
export type TransferErrorKind = 'network' | 'client' | 'server' | 'timeout';

const classText: Readonly<Record<Exclude<TransferErrorKind, 'timeout'>, string>> = {
  network: 'no connection or timeout',
  client: 'client error',
  server: 'server error',
};

/** A file transfer that failed; `message` is the specification's text. */
export class TransferError extends Error {
  readonly kind: TransferErrorKind;
  /** HTTP status; 0 when nothing was answered. */
  readonly status: number;

  constructor(kind: TransferErrorKind, status: number, message: string) {
    super(message);
    this.name = 'TransferError';
    this.kind = kind;
    this.status = status;
  }
}

/**
 * The error of an answer, or of its absence (status 0). HTTP/2 has no status text: the class of the error stands for
 * it.
 */
export const statusError = (status: number, statusText: string): TransferError => {
  const kind = status === 0 ? 'network' : status < 500 ? 'client' : 'server';
  return new TransferError(kind, status, `S3 upload failed: ${status} ${statusText || classText[kind]}`);
};

/** The transfer stood still, or took longer than it may. */
export const timeoutError = (): TransferError =>
  new TransferError('timeout', 0, 'Upload timed out - file may be too large or connection too slow');
