import { request as send, type ClientRequest } from 'node:http';
import { Readable } from 'node:stream';

/** The port that requests are really sent to; the URL keeps the signed address. */
export interface ProxyPort {
  readonly port: number;
}

/**
 * The part of XMLHttpRequest that uploads use, over Node's HTTP client. A body is streamed from its file, so memory
 * use stays flat for files of any size.
 */
export const createNodeXhr =
  (proxy: ProxyPort, onPut: (url: string) => void = () => undefined) =>
  (): XMLHttpRequest => {
    const events = new EventTarget();
    const upload = new EventTarget();
    const headers: Record<string, string> = {};
    let url = new URL('http://localhost');
    let status = 0;
    let text = '';
    let etag: string | null = null;
    let running: ClientRequest | undefined;
    let ended = false;
    const end = (type: string): void => {
      if (ended) return;
      ended = true;
      events.dispatchEvent(new Event(type));
    };
    const xhr = {
      upload,
      get status() {
        return status;
      },
      statusText: '',
      get responseText() {
        return text;
      },
      addEventListener: events.addEventListener.bind(events),
      open: (_method: string, to: string) => (url = new URL(to)),
      setRequestHeader: (name: string, value: string) => (headers[name] = value),
      getResponseHeader: () => etag,
      abort: () => {
        end('abort');
        running?.destroy();
      },
      send: (body: Blob) => {
        onPut(url.href);
        const request = send({
          host: '127.0.0.1',
          port: proxy.port,
          method: 'PUT',
          path: `${url.pathname}${url.search}`,
          headers: { ...headers, host: url.host, 'content-length': body.size },
        });
        running = request;
        request.on('error', () => end('error'));
        request.on('response', (response) => {
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('error', () => end('error'));
          response.on('end', () => {
            status = response.statusCode ?? 0;
            etag = response.headers.etag ?? null;
            end('load');
          });
        });
        let loaded = 0;
        const bytes = Readable.fromWeb(body.stream() as Parameters<typeof Readable.fromWeb>[0]);
        bytes.on('data', (chunk: Uint8Array) => {
          loaded += chunk.length;
          upload.dispatchEvent(Object.assign(new Event('progress'), { loaded }));
        });
        bytes.on('error', () => request.destroy());
        request.on('close', () => bytes.destroy());
        bytes.pipe(request);
      },
    };
    return xhr as unknown as XMLHttpRequest;
  };
