import type { CheckoutDeps } from '../../../../lambdas/domain/billing/checkout.ts';
import { newBillingRecord } from '../../../../lambdas/domain/billing/record.ts';
import { CUSTOMER, setUpBuying, USER, type Buying } from '../../../support/billing/buying.ts';
import { inDays, NOW, someSubscription } from '../../../support/billing/provider-stub.ts';

const OTHER = '00000000-0000-4000-8000-000000000002';
const HOUR_MS = 3_600_000;

/** Whether a call has its effect although its answer is never seen. */
type Moment = 'before' | 'after';

type Calls = Pick<CheckoutDeps, 'store' | 'provider'>;

/** The store and the provider of a process that stops at one of their calls. */
const stopAt = ({ store, provider }: Calls, index: number, moment: Moment): Calls & { calls(): number } => {
  let calls = 0;
  const stopping = <T extends object>(target: T): T =>
    new Proxy(target, {
      get:
        (of, name) =>
        async (...parameters: unknown[]) => {
          calls += 1;
          const stops = calls === index;
          if (stops && moment === 'before') throw new Error('crash');
          const call = of[name as keyof T] as (...all: unknown[]) => Promise<unknown>;
          const result = await call(...parameters);
          if (stops) throw new Error('crash');
          return result;
        },
    });
  return { store: stopping(store), provider: stopping(provider), calls: () => calls };
};

/** What the process does when it stops, after what, and what holds then. */
interface Scenario {
  readonly prepare?: (world: Buying) => Promise<unknown>;
  /** Runs until the crash, and once more to its end, as the user's next call or the next event does. */
  readonly act: (world: Buying, changed?: Calls) => Promise<unknown>;
  /** What holds even before the second run. */
  readonly meanwhile: (world: Buying) => void;
  readonly end: (world: Buying, result: unknown) => void;
}

/** Runs a scenario once for each of its calls. Returns their number. */
const stopAtEach = async ({ prepare, act, meanwhile, end }: Scenario, moment: Moment): Promise<number> => {
  const start = async (): Promise<Buying> => {
    const world = setUpBuying();
    await prepare?.(world);
    return world;
  };
  const whole = await start();
  const counted = stopAt(whole.deps, Infinity, moment);
  end(whole, await act(whole, counted));
  for (let index = 1; index <= counted.calls(); index += 1) {
    const world = await start();
    const { store, provider } = stopAt(world.deps, index, moment);
    await expect(act(world, { store, provider })).rejects.toThrow('crash');
    meanwhile(world);
    end(world, await act(world));
  }
  return counted.calls();
};

const trialing = someSubscription({ status: 'trialing', trial_start: inDays(-1), card_fingerprint: 'card' });

const buyTrial = async ({ buy, subscriptions }: Buying): Promise<void> => {
  await buy('premium-trial');
  subscriptions.set(CUSTOMER, [trialing]);
};

const subscribe = async ({ addCustomer, subscriptions, sync }: Buying): Promise<void> => {
  addCustomer(USER, CUSTOMER);
  subscriptions.set(CUSTOMER, [someSubscription()]);
  await sync();
};

const planOf = ({ records }: Buying) => records.get(USER)?.plan;

const changesOf = ({ entries }: Buying) =>
  entries().map(({ kind, plan_before: before, plan_after: after }) => [kind, before, after]);

const hasOneCheckout = ({ openCheckouts }: Buying): void => expect(openCheckouts().length).toBeLessThanOrEqual(1);

const scenarios = {
  'the checkout of a trial': {
    act: ({ buy }, changed) => buy('premium-trial', changed),
    meanwhile: hasOneCheckout,
    end({ checkouts, customers, records }, url) {
      expect([checkouts.size, customers.size, records.get(USER)?.checkout?.url]).toEqual([1, 1, url]);
    },
  },
  'a switch to another choice': {
    prepare: ({ buy }) => buy('premium'),
    act: ({ buy }, changed) => buy('business', changed),
    meanwhile: hasOneCheckout,
    end({ openCheckouts, records }, url) {
      expect(openCheckouts()).toMatchObject([{ plan: 'business' }]);
      expect(records.get(USER)?.checkout).toMatchObject({ choice: 'business', url });
    },
  },
  'the checkout after the customer was deleted': {
    async prepare({ buy, deleted, later }) {
      await buy('premium');
      deleted.add(CUSTOMER);
      later(2 * HOUR_MS);
    },
    act: ({ buy }, changed) => buy('creator', changed),
    meanwhile({ customers }) {
      expect(customers.size).toBeLessThanOrEqual(2);
    },
    end({ customers, records, checkouts }, url) {
      expect([...customers.values()]).toEqual([CUSTOMER, `${CUSTOMER}_next`]);
      expect(records.get(USER)).toMatchObject({ customer_id: `${CUSTOMER}_next`, checkout: { url } });
      expect(checkouts.size).toBe(2);
    },
  },
  'a change of plan': {
    prepare: subscribe,
    act: ({ buy }, changed) => buy('creator', changed),
    meanwhile(world) {
      expect([planOf(world), world.checkouts.size]).toEqual(['premium', 0]);
    },
    end({ records, checkouts }, url) {
      expect([url, checkouts.size]).toEqual(['https://portal.example/change_plan', 0]);
      expect(records.get(USER)?.watched_until).toBe(new Date(NOW + HOUR_MS).toISOString());
    },
  },
  'the synchronization of a changed plan': {
    async prepare(world) {
      await subscribe(world);
      world.subscriptions.set(CUSTOMER, [someSubscription({ plan: 'creator' })]);
    },
    act: ({ sync }, changed) => sync(changed),
    meanwhile(world) {
      expect(['premium', 'creator']).toContain(planOf(world));
    },
    end(world) {
      expect(planOf(world)).toBe('creator');
      expect(changesOf(world)).toEqual([
        ['plan_changed', 'free', 'premium'],
        ['plan_changed', 'premium', 'creator'],
      ]);
    },
  },
  'the synchronization of a trial': {
    prepare: buyTrial,
    act: ({ sync }, changed) => sync(changed),
    meanwhile(world) {
      expect(['free', 'premium']).toContain(planOf(world));
    },
    end(world, record) {
      expect(record).toMatchObject({ plan: 'premium', subscription: { state: 'trialing' } });
      expect(changesOf(world)).toEqual([['plan_changed', 'free', 'premium']]);
    },
  },
  'the end of a rejected trial': {
    async prepare(world) {
      await buyTrial(world);
      await world.deps.store.claimCard('hash of card:card', `hash of user:${OTHER}`, inDays(-9));
    },
    act: ({ sync }, changed) => sync(changed),
    meanwhile(world) {
      expect(planOf(world)).toBe('free');
    },
    end(world, record) {
      expect(record).toMatchObject({ plan: 'free', trial_rejected: true, subscription: { state: 'canceled' } });
      expect(changesOf(world)).toEqual([]);
    },
  },
} satisfies Readonly<Record<string, Scenario>>;

describe.each(['before', 'after'] as const)('a crash %s', (moment) => {
  it.each(Object.entries<Scenario>(scenarios))('any call of %s ends right', async (_name, scenario) => {
    expect(await stopAtEach(scenario, moment)).toBeGreaterThanOrEqual(3);
  });
});

it('finds two open checkouts when the place of the first is not taken before it is opened', async () => {
  /** A control. */
  const naive: Scenario = {
    async act({ deps, openCheckouts }, { store, provider } = deps) {
      const before = (await store.read(USER)) ?? newBillingRecord(USER, 'free');
      if (before.checkout) return;
      const [id, until] = [deps.newId(), inDays(1)];
      const opening = { id, user_id: USER, customer_id: CUSTOMER, plan: 'premium' as const, trial_days: 7, until };
      const { id: sessionId } = await provider.openCheckout(opening);
      const checkout = { id, choice: 'premium' as const, until, session_id: sessionId };
      await store.save(before, { ...before, version: before.version + 1, checkout });
      if (openCheckouts().length > 1) throw new Error('Two are open');
    },
    meanwhile: () => {},
    end: hasOneCheckout,
  };
  expect(await stopAtEach(naive, 'before').catch((error: Error) => error.message)).toBe('Two are open');
  expect(await stopAtEach(naive, 'after').catch((error: Error) => error.message)).toBe('Two are open');
});
