import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** A request as it is sent: the path is not normalized. */
export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The response to a raw request. */
export interface RawResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Opens a client that reuses connections to one origin. Call `close` when done. */
export const openRawHttp = (origin: string) => {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = (path: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<RawResponse> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const outgoing = request(
        { agent, hostname, port, method, path, headers: { ...length, ...headers } },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () => {
            const bytes = Buffer.concat(chunks);
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              bytes,
              text: bytes.toString('utf8'),
            });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return { origin, send, close: () => agent.destroy() };
};

export type RawHttp = ReturnType<typeof openRawHttp>;

/** Runs `work` for each input, `atOnce` at a time, and returns the results in order. */
export const mapConcurrently = async <T, R>(
  inputs: readonly T[],
  work: (input: T) => Promise<R>,
  atOnce = 6,
): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < inputs.length) {
      const index = next;
      next += 1;
      results[index] = await work(inputs[index] as T);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
};
