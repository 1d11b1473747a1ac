/** `network`: no connection, or the request timed out (status 0). `timeout`: the transfer guard gave up. */
export type TransferErrorKind = 'network' | 'client' | 'server' | 'timeout';

const classText: Readonly<Record<Exclude<TransferErrorKind, 'timeout'>, string>> = {
  network: 'no connection or timeout',
  client: 'client error',
  server: 'server error',
};

/** A file transfer that failed; `message` is the specification's text. */
export class TransferError extends Error {
  readonly kind: TransferErrorKind;
  /** HTTP status; 0 without a response. */
  readonly status: number;

  constructor(kind: TransferErrorKind, status: number, message: string) {
    super(message);
    this.name = 'TransferError';
    this.kind = kind;
    this.status = status;
  }
}

/** The error for a status, 0 without a response. HTTP/2 has no status text: the kind of error replaces it. */
export const statusError = (status: number, statusText: string): TransferError => {
  const kind = status === 0 ? 'network' : status < 500 ? 'client' : 'server';
  return new TransferError(kind, status, `S3 upload failed: ${status} ${statusText || classText[kind]}`);
};

/** The transfer stalled, or exceeded its time limit. */
export const timeoutError = (): TransferError =>
  new TransferError('timeout', 0, 'Upload timed out - file may be too large or connection too slow');
