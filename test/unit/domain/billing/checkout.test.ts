import type { PlanChoice } from '../../../../lambdas/contract/people/billing.ts';
import { AppError } from '../../../../lambdas/domain/app-error.ts';
import type { CheckoutDeps } from '../../../../lambdas/domain/billing/checkout.ts';
import { ProviderBusy, ProviderRejected, ProviderUnreachable } from '../../../../lambdas/domain/billing/provider.ts';
import { newBillingRecord } from '../../../../lambdas/domain/billing/record.ts';
import { syncBilling } from '../../../../lambdas/domain/billing/sync.ts';
import { watch } from '../../../../lambdas/domain/billing/watch.ts';
import { CUSTOMER, setUpBuying, USER } from '../../../support/billing/buying.ts';
import { createInterleaving } from '../../../support/billing/interleaving.ts';
import { inDays, someSubscription } from '../../../support/billing/provider-stub.ts';
import { createRandom } from '../../../support/random.ts';

const OTHER = '00000000-0000-4000-8000-000000000002';
const OTHERS_CUSTOMER = 'cus_000000000002';

const codeOf = (buying: Promise<unknown>): Promise<string | undefined> =>
  buying.then(
    () => undefined,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

it('opens a checkout for the plan, with a trial only if it is asked for', async () => {
  const { buy, openCheckouts } = setUpBuying();
  expect(await buy('premium-trial')).toBe('https://checkout.example/checkout-1');
  expect(openCheckouts()).toMatchObject([{ plan: 'premium', trial_days: 7, customer_id: CUSTOMER }]);
  const other = setUpBuying();
  await other.buy('creator');
  expect(other.openCheckouts()).toMatchObject([{ plan: 'creator', trial_days: undefined }]);
});

it('returns the same address while the checkout is open', async () => {
  const { buy, openCheckouts } = setUpBuying();
  expect(await buy('premium')).toBe(await buy('premium'));
  expect(openCheckouts()).toHaveLength(1);
});

it('expires the checkout of another plan before it opens one', async () => {
  const { buy, openCheckouts } = setUpBuying();
  await buy('premium');
  await buy('business');
  expect(openCheckouts()).toMatchObject([{ plan: 'business' }]);
});

it('opens another checkout after the first has expired', async () => {
  const { buy, openCheckouts, checkouts, later } = setUpBuying();
  const first = await buy('premium');
  for (const one of checkouts.values()) one.status = 'expired';
  later(2 * 3_600_000);
  expect(await buy('premium')).not.toBe(first);
  expect(openCheckouts()).toHaveLength(1);
});

describe('of 100 concurrent requests for a trial', () => {
  it.each([1, 2, 3])('at most one opens a checkout, and all get its address or must wait (seed %i)', async (seed) => {
    const { gate, run } = createInterleaving(createRandom(seed));
    const { buy, openCheckouts, checkouts } = setUpBuying(gate);
    const urls = new Set<string>();
    const codes = new Set<string>();
    await run(
      Array.from({ length: 100 }, () => async () => {
        try {
          urls.add(await buy('premium-trial'));
        } catch (error) {
          codes.add(error instanceof AppError ? error.code : String(error));
        }
      }),
    );
    expect([openCheckouts().length, checkouts.size, urls.size]).toEqual([1, 1, 1]);
    expect([...codes].filter((code) => code !== 'checkout_in_progress')).toEqual([]);
  });

  it('or for different plans, at most one checkout stays open', async () => {
    const { gate, run } = createInterleaving(createRandom(4));
    const { buy, openCheckouts } = setUpBuying(gate);
    const choices: readonly PlanChoice[] = ['premium', 'premium-trial', 'creator', 'business'];
    await run(
      Array.from({ length: 40 }, (_, index) => async () => {
        await buy(choices[index % choices.length] ?? 'premium').catch(() => undefined);
      }),
    );
    expect(openCheckouts().length).toBeLessThanOrEqual(1);
  });
});

describe('a trial', () => {
  const trial = { status: 'trialing' as const, trial_start: inDays(-1), trial_end: inDays(6) };

  it('is not available with a subscription', async () => {
    const { buy, subscriptions } = setUpBuying();
    subscriptions.set(CUSTOMER, [someSubscription()]);
    expect(await codeOf(buy('premium-trial'))).toBe('TRIAL_ACTIVE_SUBSCRIPTION');
  });

  it('is not available after an earlier one', async () => {
    const { buy, subscriptions } = setUpBuying();
    subscriptions.set(CUSTOMER, [someSubscription({ ...trial, status: 'canceled' })]);
    expect(await codeOf(buy('premium-trial'))).toBe('TRIAL_ALREADY_USED');
    expect(await buy('premium')).toContain('https://checkout.example/');
  });

  it('is not available after the account was erased and made again with the same address', async () => {
    const { buy, subscriptions, records, sync } = setUpBuying();
    await buy('premium-trial');
    subscriptions.set(CUSTOMER, [someSubscription(trial)]);
    await sync();
    records.clear();
    subscriptions.clear();
    expect(await codeOf(buy('premium-trial'))).toBe('TRIAL_ALREADY_USED');
  });

  it('ends before it costs anything when its card was used for the trial of another user', async () => {
    const { buy, buyAs, deps, subscriptions, records, checkouts, sync } = setUpBuying();
    await buyAs(OTHER, 'premium-trial');
    await buy('premium-trial');
    for (const one of checkouts.values()) one.status = 'complete';
    const withCard = { ...trial, card_fingerprint: 'same card' };
    subscriptions.set(CUSTOMER, [someSubscription({ ...withCard, id: 'sub_1' })]);
    subscriptions.set(OTHERS_CUSTOMER, [someSubscription({ ...withCard, id: 'sub_2' })]);
    await syncBilling(deps, OTHER, { cause: 'test' });
    const after = await sync();
    expect(after).toMatchObject({ plan: 'free', trial_rejected: true, subscription: { state: 'canceled' } });
    expect(records.get(OTHER)).toMatchObject({ plan: 'premium', subscription: { state: 'trialing' } });
    expect(await codeOf(buy('premium-trial'))).toBe('TRIAL_ALREADY_USED');
  });

  it('that was rejected is no longer mentioned when a plan is bought afterwards', async () => {
    const { buy, records, sync } = setUpBuying();
    records.set(USER, {
      ...newBillingRecord(USER, 'free'),
      version: 1,
      trial_rejected: true,
      watched_until: inDays(0.01),
    });
    await buy('premium');
    expect(records.get(USER)?.trial_rejected).toBeUndefined();
    expect((await sync())?.trial_rejected).toBeUndefined();
  });

  it('that was rejected long ago is not mentioned after a visit of the portal', async () => {
    const { deps, records } = setUpBuying();
    const rejected = { ...newBillingRecord(USER, 'free'), version: 1, customer_id: CUSTOMER, trial_rejected: true };
    records.set(USER, { ...rejected, watched_until: inDays(-1) });
    await watch(deps, USER);
    expect(records.get(USER)?.trial_rejected).toBeUndefined();
    records.set(USER, { ...rejected, watched_until: inDays(0.01) });
    await watch(deps, USER);
    expect(records.get(USER)?.trial_rejected).toBe(true);
  });

  it('is available to users whose address is unknown, each of them', async () => {
    const { buyAs, subscriptions, deps, addresses } = setUpBuying();
    await buyAs(USER, 'premium-trial', {}, '');
    subscriptions.set(CUSTOMER, [someSubscription(trial)]);
    await syncBilling(deps, USER, { cause: 'test' });
    expect(await buyAs(OTHER, 'premium-trial', {}, '')).toContain('https://checkout.example/');
    expect(addresses.size).toBe(0);
  });

  it('that was ended is known as rejected even if the process stops right afterwards', async () => {
    const { buy, deps, subscriptions, sync } = setUpBuying();
    await buy('premium-trial');
    subscriptions.set(CUSTOMER, [someSubscription({ ...trial, card_fingerprint: 'card' })]);
    await deps.store.claimCard('hash of card:card', `hash of user:${OTHER}`, inDays(-9));
    const cancel = async (id: string): Promise<void> => {
      await deps.provider.cancel(id);
      throw new Error('crash');
    };
    const stopped = syncBilling({ ...deps, provider: { ...deps.provider, cancel } }, USER, { cause: 'test' });
    await expect(stopped).rejects.toThrow('crash');
    expect(await sync()).toMatchObject({ trial_rejected: true, plan: 'free', subscription: { state: 'canceled' } });
  });

  it('continues when its own card is seen again', async () => {
    const { buy, subscriptions, sync } = setUpBuying();
    await buy('premium-trial');
    subscriptions.set(CUSTOMER, [someSubscription({ ...trial, card_fingerprint: 'card' })]);
    await sync();
    expect(await sync()).toMatchObject({ plan: 'premium', subscription: { state: 'trialing' } });
  });
});

describe('with a subscription', () => {
  it.each<[string, Parameters<typeof someSubscription>[0], PlanChoice, string]>([
    ['another plan is confirmed in the portal', {}, 'creator', 'change_plan'],
    ['a canceled one is resumed in the portal', { cancels_at: inDays(3) }, 'premium', 'home'],
    ['a planned change is undone in the portal', { next_plan: 'premium', plan: 'creator' }, 'creator', 'home'],
    ['an unpaid one needs a card', { status: 'unpaid' }, 'creator', 'update_card'],
    ['a paused one needs a card', { status: 'paused' }, 'premium', 'update_card'],
  ])('%s', async (_name, changes, choice, page) => {
    const { buy, subscriptions, portals, checkouts } = setUpBuying();
    subscriptions.set(CUSTOMER, [someSubscription(changes)]);
    expect(await buy(choice)).toBe(`https://portal.example/${page}`);
    expect([portals[0]?.page, checkouts.size]).toEqual([page, 0]);
  });

  it('the same plan is not sold twice', async () => {
    const { buy, subscriptions } = setUpBuying();
    subscriptions.set(CUSTOMER, [someSubscription()]);
    expect(await codeOf(buy('premium'))).toBe('already_subscribed');
  });

  it('an open payment is made first', async () => {
    const { buy, subscriptions } = setUpBuying();
    const payment = { kind: 'confirm' as const, url: 'https://invoice.example/1' };
    subscriptions.set(CUSTOMER, [someSubscription({ status: 'past_due', payment })]);
    expect(await buy('creator')).toBe(payment.url);
    subscriptions.set(CUSTOMER, [someSubscription({ status: 'incomplete', payment })]);
    expect(await buy('premium')).toBe(payment.url);
    expect(await buy('creator')).toContain('https://checkout.example/');
  });
});

it('sees a purchase that was completed before its event arrived', async () => {
  const { buy, subscriptions, checkouts } = setUpBuying();
  await buy('premium');
  for (const one of checkouts.values()) one.status = 'complete';
  subscriptions.set(CUSTOMER, [someSubscription()]);
  expect(await codeOf(buy('premium'))).toBe('already_subscribed');
});

describe('when the provider', () => {
  it('is unreachable, the next call opens the same checkout', async () => {
    const { buy, deps, checkouts } = setUpBuying();
    const openCheckout: CheckoutDeps['provider']['openCheckout'] = async (checkout) => {
      await deps.provider.openCheckout(checkout);
      throw new ProviderUnreachable('The answer was lost');
    };
    await expect(buy('premium', { provider: { ...deps.provider, openCheckout } })).rejects.toThrow(ProviderUnreachable);
    expect(await buy('premium')).toBe('https://checkout.example/checkout-1');
    expect(checkouts.size).toBe(1);
  });

  it('rejects the checkout, the next call opens another', async () => {
    const { buy, deps, records } = setUpBuying();
    const openCheckout = async () => Promise.reject(new ProviderRejected('No such price', 'resource_missing'));
    await expect(buy('premium', { provider: { ...deps.provider, openCheckout } })).rejects.toThrow(ProviderRejected);
    expect(records.get(USER)?.checkout).toBeUndefined();
    expect(await buy('premium')).toBe('https://checkout.example/checkout-2');
  });

  it('is opening the checkout for another call, the caller must wait', async () => {
    const { buy, deps } = setUpBuying();
    const openCheckout = async () => Promise.reject(new ProviderBusy());
    await expect(buy('premium', { provider: { ...deps.provider, openCheckout } })).rejects.toThrow(ProviderBusy);
    expect(await buy('premium')).toBe('https://checkout.example/checkout-1');
  });
});

describe('a customer that was deleted at the provider', () => {
  it.each(['the first read', 'the checkout alone'])('is replaced by another, found by %s', async (where) => {
    const { buy, deps, records, deleted, openCheckouts, later } = setUpBuying();
    await buy('premium');
    later(2 * 3_600_000);
    deleted.add(CUSTOMER);
    const lists = { readCustomer: async () => ({ subscriptions: [], invoices: [] }) };
    const provider = { ...deps.provider, ...(where === 'the first read' ? {} : lists) };
    expect(await buy('creator', { provider })).toContain('https://checkout.example/');
    expect(records.get(USER)).toMatchObject({ customer_id: `${CUSTOMER}_next`, lost_customer_id: CUSTOMER });
    expect(openCheckouts().at(-1)).toMatchObject({ plan: 'creator', customer_id: `${CUSTOMER}_next` });
  });

  it('is replaced once by many calls at the same time', async () => {
    const { gate, run } = createInterleaving(createRandom(5));
    const { buy, records, deleted, customers, addCustomer } = setUpBuying(gate);
    addCustomer(USER, CUSTOMER);
    deleted.add(CUSTOMER);
    await run(Array.from({ length: 20 }, () => async () => void (await buy('premium').catch(() => undefined))));
    expect([...customers.values()]).toEqual([`${CUSTOMER}_next`]);
    expect(records.get(USER)?.customer_id).toBe(`${CUSTOMER}_next`);
  });

  it('keeps what was paid until its end, and can buy again', async () => {
    const { buy, sync, subscriptions, deleted, addCustomer } = setUpBuying();
    addCustomer(USER, CUSTOMER);
    subscriptions.set(CUSTOMER, [someSubscription()]);
    await sync();
    deleted.add(CUSTOMER);
    for (let i = 0; i < 2; i += 1)
      expect(await sync()).toMatchObject({
        plan: 'premium',
        plan_until: inDays(22),
        subscription: { state: 'canceled' },
      });
    expect(await buy('creator')).toContain('https://checkout.example/');
    expect(await sync()).toMatchObject({ plan: 'premium', customer_id: `${CUSTOMER}_next` });
    subscriptions.set(`${CUSTOMER}_next`, [someSubscription({ id: 'sub_2', plan: 'creator' })]);
    expect(await sync()).toMatchObject({ plan: 'creator', subscription: { id: 'sub_2', state: 'active' } });
  });

  it('is known again when the provider has it again, as after wrong keys were replaced', async () => {
    const { sync, subscriptions, deleted, addCustomer } = setUpBuying();
    addCustomer(USER, CUSTOMER);
    subscriptions.set(CUSTOMER, [someSubscription()]);
    await sync();
    deleted.add(CUSTOMER);
    await sync();
    deleted.clear();
    expect(await sync()).toMatchObject({ plan: 'premium', subscription: { state: 'active' } });
  });
});

it('writes nothing for a user without a record, such as one who was erased', async () => {
  const { sync, records } = setUpBuying();
  expect(await sync()).toBeUndefined();
  expect(records.size).toBe(0);
});
