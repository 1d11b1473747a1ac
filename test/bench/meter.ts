import { Agent, createServer, request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signedService } from '../../infra/local/aws/authentication.ts';
import { createTally, tablesOf } from '../../infra/local/engines/dynamodb/operations.ts';
import { planEntity } from '../../lambdas/data/billing/plan-entity.ts';
import { rightsEntity } from '../../lambdas/data/people/rights-repository.ts';
import { sessionsEntity } from '../../lambdas/data/sessions/sessions-entity.ts';
import { signedHeaders } from '../support/network/sign-request.ts';

/** Calls of AWS services and the capacity that they consumed. */
export interface Metered {
  /** `<service> <operation>`, in order, without reads of the caller's rights. */
  readonly calls: readonly string[];
  readonly readUnits: number;
  readonly writeUnits: number;
  /** Reads of the caller's rights, plan and sessions. */
  readonly rights: { readonly calls: number; readonly readUnits: number };
}

/** A proxy between functions and the local cloud's internal endpoint. */
export interface Meter {
  readonly url: string;
  /** The calls since the last `take`. */
  take(): Metered;
  close(): Promise<void>;
}

/** Services whose endpoint the SDK reads from a variable of its own. */
const SERVICES = [
  'DYNAMODB',
  'SSM',
  'S3',
  'SQS',
  'EVENTBRIDGE',
  'MEDIACONVERT',
  'CLOUDFRONT',
  'COGNITO_IDENTITY_PROVIDER',
];

/** Environment variables that make a function call `url` instead of its endpoint. */
export const meteredVariables = (url: string): Readonly<Record<string, string>> =>
  Object.fromEntries(SERVICES.map((name) => [`AWS_ENDPOINT_URL_${name}`, url]));

/** What the partition keys of every user's rights, plan and sessions start with. */
const CALLER_PREFIXES = [rightsEntity, planEntity, sessionsEntity].map(({ partition }) => partition.replace('*', ''));

const readAll = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

interface KeyedInput {
  readonly Key?: { readonly pk?: { readonly S?: string } };
  readonly RequestItems?: Readonly<Record<string, { readonly Keys?: readonly KeyedInput['Key'][] }>>;
}

/** Whether a call concerns rights, plan or sessions of one user, and nothing else. */
const isRights = ({ Key, RequestItems = {} }: KeyedInput): boolean => {
  const keys = [Key, ...Object.values(RequestItems).flatMap(({ Keys }) => Keys)].flatMap((key) => key?.pk?.S ?? []);
  const ids = keys.map((pk) => CALLER_PREFIXES.find((prefix) => pk.startsWith(prefix)) && pk.split('#')[1]);
  return ids[0] !== undefined && ids.every((id) => id === ids[0]);
};

/**
 * Starts a meter in front of the endpoint that `env` names. It requests the consumed capacity of every database call.
 * It signs the changed call with the key in `env`.
 */
export const startMeter = async (env: Readonly<Record<string, string>>): Promise<Meter> => {
  const endpoint = env['AWS_ENDPOINT_URL'] ?? '';
  const { hostname, port } = new URL(endpoint);
  const agent = new Agent({ keepAlive: true });
  let calls: string[] = [];
  let rest = createTally();
  let rights = createTally();

  const forward = (
    { method, url }: IncomingMessage,
    headers: IncomingHttpHeaders,
    body: Buffer,
  ): Promise<{ head: IncomingMessage; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const outgoing = send(
        { agent, hostname, port, method, path: url, headers: { ...headers, 'content-length': body.length } },
        (head) => void readAll(head).then((answer) => resolve({ head, body: answer }), reject),
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });

  const server = createServer((request, response) => {
    const proxy = async (): Promise<void> => {
      const service = signedService(request) ?? 'unsigned';
      const operation = String(request.headers['x-amz-target'] ?? `${request.method} ${request.url}`).replace(
        /^.*\./,
        '',
      );
      const received = await readAll(request);
      if (service !== 'dynamodb') {
        calls.push(`${service} ${operation}`);
        const { head, body } = await forward(request, request.headers, received);
        response.writeHead(head.statusCode ?? 502, head.headers).end(body);
        return;
      }
      const input = JSON.parse(received.toString('utf8')) as Record<string, unknown>;
      const readsRights = isRights(input as KeyedInput);
      if (!readsRights) calls.push(`${service} ${operation}`);
      const tally = readsRights ? rights : rest;
      const count = tally.request(operation, tablesOf(input));
      const changed = JSON.stringify({ ...input, ReturnConsumedCapacity: 'TOTAL' });
      const headers = {
        'content-type': String(request.headers['content-type']),
        'x-amz-target': String(request.headers['x-amz-target']),
      };
      const signed = await signedHeaders({ url: endpoint, service, headers, body: changed, env });
      const { head, body } = await forward(request, signed, Buffer.from(changed));
      tally.capacity(count, operation, body);
      response.writeHead(head.statusCode ?? 502, head.headers).end(body);
    };
    proxy().catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  const sumOf = (tally: typeof rest) => {
    const counts = Object.values(tally.read());
    const sum = (field: 'calls' | 'readUnits' | 'writeUnits'): number =>
      counts.reduce((total, count) => total + count[field], 0);
    return { calls: sum('calls'), readUnits: sum('readUnits'), writeUnits: sum('writeUnits') };
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const { readUnits, writeUnits } = sumOf(rest);
      const own = sumOf(rights);
      const taken: Metered = { calls, readUnits, writeUnits, rights: { calls: own.calls, readUnits: own.readUnits } };
      calls = [];
      rest = createTally();
      rights = createTally();
      return taken;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      agent.destroy();
    },
  };
};
