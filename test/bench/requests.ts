import { demoAccounts, demoPassword } from '../../bin/demo.ts';
import { openRawHttp } from '../support/raw-http.ts';
import { headersFor, pathOf } from '../support/api.ts';
import type { LocalStack } from '../support/local-stack.ts';
import { openSession } from '../support/session.ts';
import { atLeast, type Row } from './report.ts';
import { columnOf, processesOf } from './starts.ts';

const CONNECTIONS = 10;
/** Until the environments of the function are up and compiled. */
const WARM_MS = 4000;
const MEASURED_MS = 10_000;
/** Eight times the list requests per second of PeerTube 7.0.1, as the design measured it (quality.md, "local stack"). */
const REQUESTS_PER_SECOND = 8 * 136;

/** Seconds of `[hours:]minutes:seconds`, as `ps` writes processor time: whole seconds on Linux. */
const secondsOf = (text: string): number => text.split(':').reduce((total, part) => total * 60 + Number(part), 0);

/** Processor seconds that a stack used so far. */
const processorSeconds = (stack: LocalStack): { readonly main: number; readonly below: number } => {
  const { main, below } = processesOf(stack);
  return { main: secondsOf(columnOf(main, 'time')), below: below.reduce((total, { pid }) => total + secondsOf(columnOf(pid, 'time')), 0) };
};

/** Requests per second of the feed at a running stack: a page of 24 for a signed-in listener. */
export const measureRequests = async (stack: LocalStack, items: number): Promise<readonly Row[]> => {
  const { url } = stack;
  const session = await openSession(url);
  const token = await session.signIn(demoAccounts.listener.email, demoPassword);
  session.close();
  const path = pathOf('catalog.list-content', { query: { limit: '24' } });
  const headers = headersFor(token, false);
  const clients = Array.from({ length: CONNECTIONS }, () => openRawHttp(url));

  /** Milliseconds of each answer, sorted. */
  const load = async (forMs: number): Promise<readonly number[]> => {
    const times: number[] = [];
    const end = performance.now() + forMs;
    await Promise.all(
      clients.map(async ({ send }) => {
        for (let from = performance.now(); from < end; from = performance.now()) {
          const { status, text } = await send(path, { headers });
          if (status !== 200) throw new Error(`The feed answered ${status}: ${text}`);
          times.push(performance.now() - from);
        }
      }),
    );
    return times.sort((a, b) => a - b);
  };
  try {
    await load(WARM_MS);
    const before = processorSeconds(stack);
    const times = await load(MEASURED_MS);
    const after = processorSeconds(stack);
    const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    const group = 'Local stack';
    const used = { main: after.main - before.main, below: after.below - before.below };
    return [{
      group, measure: `feed of 24 at ${CONNECTIONS} connections`, figure: times.length / (MEASURED_MS / 1000), unit: '/s', bar: atLeast(REQUESTS_PER_SECOND),
      note: `${items} items; half in ${at(0.5)} ms, 95 % in ${at(0.95)} ms; the client shares the processors`,
    }, {
      group, measure: 'processor time of one such request', figure: ((used.main + used.below) * 1000) / times.length, unit: 'ms',
      note: `site, gateway and function ${((used.main * 1000) / times.length).toFixed(1)}, database ${((used.below * 1000) / times.length).toFixed(1)}`,
    }];
  } finally {
    for (const client of clients) client.close();
  }
};
