import { statusError } from './transfer-error.ts';

export interface PutOptions {
  readonly url: string;
  readonly body: Blob;
  /** Sent as `Content-Type`; left out for parts, whose signature does not name one. */
  readonly contentType?: string;
  readonly signal: AbortSignal;
  /** Bytes of the body that were sent so far. */
  readonly onSent: (bytes: number) => void;
  /** Replaced in tests. */
  readonly createRequest?: () => XMLHttpRequest;
}

/**
 * PUTs a body and reports its progress, which `fetch` cannot. Answers the ETag, null when the bucket does not expose it.
 * @throws TransferError for a refusal or a lost connection; the signal's reason when aborted.
 */
export const putBlob = ({ url, body, contentType, signal, onSent, createRequest = () => new XMLHttpRequest() }: PutOptions): Promise<string | null> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = createRequest();
    const onAbort = () => request.abort();
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    request.open('PUT', url);
    if (contentType !== undefined) request.setRequestHeader('content-type', contentType);
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded));
    request.addEventListener('load', () =>
      settle(() => {
        if (request.status < 200 || request.status >= 300) return reject(statusError(request.status, request.statusText));
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
