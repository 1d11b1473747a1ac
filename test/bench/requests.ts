import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoAccounts, demoPassword } from '../../bin/demo.ts';
import { signedHeaders } from '../support/network/sign-request.ts';
import { headersFor, pathOf } from '../support/api.ts';
import type { LocalStack } from '../support/stack/local-stack.ts';
import { openRawHttp, type RawRequest } from '../support/attacks/raw-http.ts';
import { openSession } from '../support/stack/session.ts';
import { atLeast, type Row } from './report.ts';
import { columnOf, processesOf } from './starts.ts';

const groupOf = (items: number): string => `Local stack at ${items.toLocaleString('en')} items`;
const PAGE = 24;
const CONNECTIONS = 10;
/** Until the execution environments of the function have started and compiled their code. */
const WARM_MS = 4000;
const MEASURED_MS = 10_000;
/** Eight times the list requests per second of PeerTube 7.0.1, measured for the design. */
const REQUESTS_PER_SECOND = 8 * 136;

/** A request that is sent repeatedly. */
interface LoadTarget extends RawRequest {
  readonly origin: string;
  readonly path: string;
}

/** The first page of the feed for a signed-in listener. */
const feedOf = async ({ url }: LocalStack): Promise<LoadTarget> => {
  const session = await openSession(url);
  const token = await session.signIn(demoAccounts.listener.email, demoPassword);
  session.close();
  return {
    origin: url,
    path: pathOf('catalog.list-content', { query: { limit: String(PAGE) } }),
    headers: headersFor(token, false),
  };
};

/** The control: the same query, sent to the database directly. It measures the machine's current speed. */
const queryOf = async ({ dataFolder }: LocalStack, table: string): Promise<LoadTarget> => {
  const { env } = JSON.parse(readFileSync(join(dataFolder, 'endpoint.json'), 'utf8')) as {
    env: Record<string, string>;
  };
  const origin = env['AWS_ENDPOINT_URL'] ?? '';
  const body = JSON.stringify({
    TableName: table,
    IndexName: 'gsi2',
    KeyConditionExpression: 'gsi2pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: 'PUBLISHED' } },
    Limit: PAGE,
    ScanIndexForward: false,
  });
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.Query' };
  return {
    origin,
    path: '/',
    method: 'POST',
    headers: await signedHeaders({ url: origin, service: 'dynamodb', headers, body, env }),
    body,
  };
};

/** Sends a request repeatedly on all connections. Returns the response times in milliseconds, sorted. */
const load = async ({ origin, path, ...request }: LoadTarget, durationMs: number): Promise<readonly number[]> => {
  const times: number[] = [];
  const end = performance.now() + durationMs;
  const connection = async (): Promise<void> => {
    const http = openRawHttp(origin);
    try {
      for (let from = performance.now(); from < end; from = performance.now()) {
        const { status, text } = await http.send(path, request);
        if (status !== 200) throw new Error(`${origin}${path} returned ${status}: ${text}`);
        times.push(performance.now() - from);
      }
    } finally {
      http.close();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return times.sort((a, b) => a - b);
};

/** Parses `[hours:]minutes:seconds`, which is how `ps` prints processor time: whole seconds on Linux. */
const secondsOf = (text: string): number => text.split(':').reduce((total, part) => total * 60 + Number(part), 0);

/** Processor seconds that a stack has used so far. */
const processorSeconds = (stack: LocalStack): { readonly main: number; readonly below: number } => {
  const { main, below } = processesOf(stack);
  return {
    main: secondsOf(columnOf(main, 'time')),
    below: below.reduce((total, { pid }) => total + secondsOf(columnOf(pid, 'time')), 0),
  };
};

/** Feed requests per second of a running stack with `items` content items in `table`, and of a control. */
export const measureRequests = async (stack: LocalStack, table: string, items: number): Promise<readonly Row[]> => {
  const group = groupOf(items);
  const query = await queryOf(stack, table);
  await load(query, WARM_MS);
  const control = (await load(query, MEASURED_MS)).length / (MEASURED_MS / 1000);

  const feed = await feedOf(stack);
  await load(feed, WARM_MS);
  const before = processorSeconds(stack);
  const times = await load(feed, MEASURED_MS);
  const after = processorSeconds(stack);
  const perSecond = times.length / (MEASURED_MS / 1000);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  const each = {
    main: ((after.main - before.main) * 1000) / times.length,
    below: ((after.below - before.below) * 1000) / times.length,
  };
  return [
    {
      group,
      measure: `feed of ${PAGE} at ${CONNECTIONS} connections`,
      figure: perSecond,
      unit: '/s',
      target: atLeast(REQUESTS_PER_SECOND),
      note: `median ${at(0.5)} ms, 95% within ${at(0.95)} ms; the client shares the processors`,
    },
    {
      group,
      measure: 'control: its query, sent to the database',
      figure: control,
      unit: '/s',
      note: `the feed reaches ${(perSecond / control).toFixed(2)} × of it with two calls per request`,
    },
    {
      group,
      measure: 'processor time of one feed request',
      figure: each.main + each.below,
      unit: 'ms',
      note: `site, gateway and function ${each.main.toFixed(1)}, database ${each.below.toFixed(1)}`,
    },
  ];
};
