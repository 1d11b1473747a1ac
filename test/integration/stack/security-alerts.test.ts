import { liveTopics } from '../../../lambdas/contract/live/live-topics.ts';
import { openApi, type Api } from '../../support/api.ts';
import { openLive, type LiveClient } from '../../support/browser/live-client.ts';
import { startBusyMeter } from '../../support/busyness.ts';
import { securityEventOf, someSecurityEvent } from '../../support/security-alerts.ts';
import { waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { sharedStack } from '../../support/stack/shared-stack.ts';
import { openAccounts, type Accounts } from '../../support/stack/sign-in.ts';
import { randomUUID } from 'node:crypto';

/** An alert must be raised within this many milliseconds after its last event was stored. */
const DETECTED_MS = 5000;

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let token: string;
let monitor: LiveClient | undefined;

beforeAll(async () => {
  stack = await sharedStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  ({ token } = await accounts.demo('admin'));
});
afterAll(async () => {
  monitor?.terminate();
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
});

/** Stores failed sign-ins of a user, and returns how long the one alert about them takes, as on a quiet machine. */
const detected = async (userId: string): Promise<number> => {
  for (let index = 0; index < 3; index += 1)
    await operator.put(securityEventOf(someSecurityEvent(userId, 'login_failed')));
  const meter = startBusyMeter();
  const from = performance.now();
  await waitFor('the alert', async () => {
    const { items } = await api.call('security.list-alerts', { query: {} }, token);
    const found = items.filter(({ user_id: of }) => of === userId);
    return found.length === 1 && found[0]?.count === 3 ? true : undefined;
  });
  return (performance.now() - from) / meter.stop();
};

it('raises one alert within five seconds after its events were stored, and notifies administrators', async () => {
  monitor = await openLive(stack.url, (await api.call('live.create-ticket', {}, token)).ticket);
  await monitor.request({ action: 'subscribe', topics: [liveTopics.security] });
  // The first one starts the worker.
  await detected(randomUUID());
  const ms = await detected(randomUUID());
  console.info(`detected after ${Math.round(ms)} ms`);
  expect(ms).toBeLessThanOrEqual(DETECTED_MS);
  await waitFor('the live message', async () => monitor?.changes(liveTopics.security)[0]);
});
