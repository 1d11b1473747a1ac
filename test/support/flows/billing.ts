import { randomUUID } from 'node:crypto';
import { eventPartitions } from '../../../lambdas/data/admin/security-event-repository.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { rateCounterEntity } from '../../../lambdas/data/people/rate-counter-repository.ts';
import { securityEvents } from '../../../lambdas/domain/limits/rate-limit.ts';
import { connectLocalStripe } from '../../../bin/billing/connect-local.ts';
import { GOOD_CARD, OTHER_CARD, submitForm } from '../billing/local-stripe.ts';
import { waitFor } from '../stack/local-stack.ts';
import { codeIn } from '../stack/session.ts';
import type { FlowTools } from './flow-tools.ts';

/** A third card, so that every trial has its own. */
const THIRD_CARD = '378282246310005';

/**
 * Ends the window in which security events about visitors from this machine are counted, so that the next one begins
 * another, whatever other functions recorded before.
 */
const endWindowOfVisitors = async (open: FlowTools['open']): Promise<void> => {
  const today = new Date().toISOString().slice(0, 10);
  const events = (await Promise.all(eventPartitions(today).map((partition) => open.items(partition)))).flat();
  const subjects = new Set(events.map(({ subject }) => String(subject)).filter((name) => name.startsWith('visitor:')));
  for (const subject of subjects) await open.remove(rateCounterEntity.key({ rule: securityEvents.name, subject }));
};

/**
 * Buys three trials. The screens see the first, the event of Stripe brings the second, and the reconciler finds the
 * third, because events are lost for it. It also gives the customer the new address of the user. Changes a plan in the
 * portal, and lets a checkout expire. Also sends an event without a signature.
 */
export const buyPlans = async ({ cloud, open, api }: FlowTools): Promise<void> => {
  await connectLocalStripe(cloud);
  await endWindowOfVisitors(open);
  await api.request('stripe-webhook.receive-event', { body: {} });
  const { switches } = cloud.stripe.engine.deliveries;
  const openTrial = async (token: string): Promise<string> =>
    (await api.call('billing.create-checkout', { body: { planId: 'premium-trial' } }, token)).url;
  const signUp = async (): Promise<string> => {
    const [email, password] = [`buyer-${randomUUID()}@example.org`, `Pass-${randomUUID()}`];
    await open.session.signUp(email, password);
    await open.session.confirm(email, codeIn(await open.mailTo(email)));
    return open.session.signIn(email, password);
  };
  const buyTrial = async (card: string): Promise<string> => {
    const token = await signUp();
    const paid = await submitForm(await openTrial(token), { card });
    if (paid.status !== 303) throw new Error(`The checkout answered ${paid.status}`);
    return token;
  };
  const planOf = async (token: string): Promise<string> => (await api.call('account.get-me', {}, token)).plan;
  const waitForPremium = (token: string): Promise<true> =>
    waitFor('the plan that was bought', async () => ((await planOf(token)) === 'premium' ? true : undefined));

  switches.drop = true;
  const first = await buyTrial(GOOD_CARD);
  await waitFor('the purchase on the screen', async () => {
    const { plan } = await api.call('billing.check-subscription', {}, first);
    return plan === 'premium' ? true : undefined;
  });

  switches.drop = false;
  const second = await buyTrial(OTHER_CARD);
  await waitForPremium(second);
  const { url } = await api.call('billing.customer-portal', { query: { flow: 'cancel' } }, second);
  await submitForm(`${url}/cancel`, { subscription: '' });

  switches.drop = true;
  const third = await buyTrial(THIRD_CARD);
  await openTrial(await signUp());
  for (const { id, status } of cloud.stripe.engine.account.list<{
    id: string;
    object: 'checkout.session';
    status: string;
  }>('checkout.session'))
    if (status === 'open') await expire(cloud.stripe, id);
  const { id } = await api.call('account.get-me', {}, third);
  const moved = `moved-${id}@example.org`;
  await open.change(profileEntity.key({ id }), { email: moved });
  await open.run('billing-reconcile');
  const customers = cloud.stripe.engine.account.list<{ id: string; object: 'customer'; email: string }>('customer');
  if (!customers.some(({ email }) => email === moved)) throw new Error('Stripe has the old address');
  if ((await planOf(third)) !== 'premium') throw new Error('The reconciler did not find the purchase');
  switches.drop = false;
};

/** Lets a checkout expire, as Stripe does after its time. */
const expire = async ({ apiUrl, apiKey }: { apiUrl: string; apiKey: string }, id: string): Promise<void> => {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${apiUrl}/v1/checkout/sessions/${id}/expire`, { method: 'POST', headers });
  if (!response.ok) throw new Error(`Stripe answered ${response.status}`);
};
