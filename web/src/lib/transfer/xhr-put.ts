import { TransferError, statusError } from './transfer-error.ts';

export interface PutOptions {
  readonly url: string;
  readonly body: Blob;
  /** The signed headers, except the length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Bytes of the body that were sent so far. */
  readonly onSent: (bytes: number) => void;
  /** Replaced in tests. */
  readonly createRequest?: () => XMLHttpRequest;
}

/** S3's error codes for a body that arrived damaged, incomplete or too slowly. */
const DAMAGED = /<Code>(?:BadDigest|IncompleteBody|RequestTimeout)<\/Code>/;

const responseError = ({ status, statusText, responseText }: XMLHttpRequest): TransferError => {
  const error = statusError(status, statusText);
  return status === 400 && DAMAGED.test(responseText) ? new TransferError('network', status, error.message) : error;
};

/**
 * PUTs a body and reports its progress, which `fetch` can't do. Resolves to the ETag, null if the bucket does not
 * expose it.
 * @throws TransferError for an error status or a lost connection; the signal's reason when aborted.
 */
export const putBlob = ({
  url,
  body,
  headers,
  signal,
  onSent,
  createRequest = () => new XMLHttpRequest(),
}: PutOptions): Promise<string | null> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = createRequest();
    const onAbort = () => request.abort();
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () =>
      settle(() => {
        if (request.status < 200 || request.status >= 300) return reject(responseError(request));
        onSent(body.size);
        resolve(request.getResponseHeader('etag'));
      }),
    );
    request.addEventListener('error', () => settle(() => reject(statusError(0, ''))));
    request.addEventListener('timeout', () => settle(() => reject(statusError(0, ''))));
    request.addEventListener('abort', () => settle(() => reject(signal.reason)));
    signal.addEventListener('abort', onAbort, { once: true });
    request.send(body);
  });
