import { setTimeout as pause } from 'node:timers/promises';
import { submitForm, GOOD_CARD } from '../support/billing/local-stripe.ts';
import { openApi } from '../support/api.ts';
import { startLocalStack } from '../support/stack/local-stack.ts';
import { openAccounts, type Person } from '../support/stack/sign-in.ts';
import { atMost, median, type Row } from './report.ts';

const GROUP = 'Billing, on the local stack';
/** Users who buy, one after another. */
const BUYERS = 20;
const TRIALS = 100;
const POLL_MS = 20;
/** A plan that takes longer than this did not arrive. */
const PATIENCE_MS = 60_000;

/** The value that 95 % of the figures do not exceed. */
const percentile95 = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[Math.ceil(figures.length * 0.95) - 1] ?? Number.NaN;

const row = (measure: string, figure: number, unit: string, more: Partial<Row> = {}): Row => ({
  group: GROUP,
  measure,
  figure,
  unit,
  ...more,
});

/**
 * How long users wait for billing: to open a checkout (with a new customer at the local Stripe), and from the payment
 * until the webhook has given the plan. And how many checkouts a hundred requests of one user at once open.
 */
export const billingRows = async (): Promise<readonly Row[]> => {
  const stack = await startLocalStack();
  const [api, accounts] = [openApi(stack.url), await openAccounts(stack)];
  const open = async ({ token }: Person, planId: 'premium' | 'premium-trial'): Promise<string> =>
    (await api.call('billing.create-checkout', { body: { planId } }, token)).url;
  const waitForPlan = async ({ token }: Person): Promise<void> => {
    const until = performance.now() + PATIENCE_MS;
    while ((await api.call('account.get-me', {}, token)).plan !== 'premium') {
      if (performance.now() > until) throw new Error('The plan that was bought did not arrive');
      await pause(POLL_MS);
    }
  };
  const timed = async <T>(work: () => Promise<T>): Promise<readonly [number, T]> => {
    const from = performance.now();
    const result = await work();
    return [performance.now() - from, result];
  };
  try {
    // The first one pays for cold starts.
    const warmUp = await accounts.newcomer();
    await submitForm(await open(warmUp, 'premium'), { card: GOOD_CARD });
    await waitForPlan(warmUp);
    const opened: number[] = [];
    const given: number[] = [];
    for (let buyer = 0; buyer < BUYERS; buyer += 1) {
      const person = await accounts.newcomer();
      const [opening, url] = await timed(() => open(person, 'premium'));
      opened.push(opening);
      await submitForm(url, { card: GOOD_CARD });
      given.push((await timed(() => waitForPlan(person)))[0]);
    }
    const eager = await accounts.newcomer();
    const answers = await Promise.allSettled(Array.from({ length: TRIALS }, () => open(eager, 'premium-trial')));
    const urls = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    const note = `${BUYERS} users, one after another`;
    return [
      row('create-checkout, median', median(opened), 'ms', { note }),
      row('create-checkout, 95 %', percentile95(opened), 'ms', { target: atMost(8000), note }),
      row('payment to plan, median', median(given), 'ms', { note: 'webhook, event, sync, rights' }),
      row('payment to plan, 95 %', percentile95(given), 'ms', { target: atMost(5000), note }),
      row(`checkouts of ${TRIALS} requests at once`, new Set(urls).size, '', {
        target: atMost(1),
        note: `${urls.length} got its address, the others "in progress"`,
      }),
    ];
  } finally {
    accounts.close();
    api.close();
    await stack.stop();
  }
};
