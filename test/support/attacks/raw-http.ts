import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** A request as it goes over the wire: the path is sent as it stands, with all its dots. */
export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** What came back. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends requests to one origin over kept connections. Call `close` at the end. */
export const openRawHttp = (origin: string) => {
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = (path: string, { method = 'GET', headers = {}, body }: RawRequest = {}): Promise<RawAnswer> =>
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

/** Runs `work` for each of many inputs, a few at a time, and answers the results in order. */
export const inTurns = async <T, R>(inputs: readonly T[], work: (input: T) => Promise<R>, atOnce = 6): Promise<R[]> => {
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
