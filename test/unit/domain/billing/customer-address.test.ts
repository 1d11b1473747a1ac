import { createCheckout } from '../../../../lambdas/domain/billing/checkout.ts';
import { ProviderRejected } from '../../../../lambdas/domain/billing/provider.ts';
import { newBillingRecord } from '../../../../lambdas/domain/billing/record.ts';
import { syncBilling } from '../../../../lambdas/domain/billing/sync.ts';
import { createMemoryStore, type Gate } from '../../../support/billing/memory-store.ts';
import { createProviderStub, NOW } from '../../../support/billing/provider-stub.ts';

const USER = '00000000-0000-4000-8000-000000000001';
const CUSTOMER = 'cus_1';

const setUp = (gate: Gate = async () => {}) => {
  const memory = createMemoryStore();
  const stub = createProviderStub(gate);
  memory.addCustomer(USER, CUSTOMER);
  memory.emails.set(USER, 'ada@example.org');
  const deps = {
    store: memory.store,
    provider: stub.provider,
    graceDays: 7,
    hash: async (text: string) => text,
    now: () => NOW,
    pause: async () => {},
    newId: () => 'one',
  };
  return { ...memory, deps, sent: stub.emails, sync: () => syncBilling(deps, USER, { cause: 'reconcile' }) };
};

describe('the address of a customer at the provider', () => {
  it('follows the user at the next look, with one call for each change', async () => {
    const { emails, sent, sync } = setUp();
    await sync();
    await sync();
    expect(sent).toEqual([[CUSTOMER, 'ada@example.org']]);
    emails.set(USER, 'countess@example.org');
    await sync();
    expect(await sync()).toMatchObject({ customer_email: 'countess@example.org' });
    expect(sent.slice(1)).toEqual([[CUSTOMER, 'countess@example.org']]);
  });

  it('is known from the first checkout, so that the next look sends nothing', async () => {
    const { deps, records, sent, sync } = setUp();
    records.clear();
    const buyer = { userId: USER, email: 'ada@example.org', name: 'Ada' };
    await createCheckout(deps, buyer, 'premium', async () => newBillingRecord(USER, 'free'));
    expect(records.get(USER)).toMatchObject({ customer_email: 'ada@example.org' });
    await sync();
    expect(sent).toEqual([]);
  });

  it('is left alone for a user whose address is unknown', async () => {
    const { emails, sent, sync } = setUp();
    for (const email of ['', undefined]) {
      if (email === undefined) emails.delete(USER);
      else emails.set(USER, email);
      await sync();
    }
    expect(sent).toEqual([]);
  });

  it('is sent again at the next look when the provider rejects it, and the plan is updated meanwhile', async () => {
    let rejects = true;
    const { sent, sync } = setUp(async (call) => {
      if (call === 'updateCustomer' && rejects) throw new ProviderRejected('No such mailbox', 'email_invalid');
    });
    const before = await sync();
    expect(before).toMatchObject({ version: 2 });
    expect(before?.customer_email).toBeUndefined();
    rejects = false;
    await sync();
    expect(sent).toEqual([[CUSTOMER, 'ada@example.org']]);
  });

  it('is the newest one, also when another look wrote the record in between', async () => {
    const { deps, emails, records, sent } = setUp();
    let changes = 1;
    const save: typeof deps.store.save = async (...args) => {
      if (changes > 0) {
        changes -= 1;
        // Another look has read and sent the newer address, and its call at the provider came before this one's.
        const before = records.get(USER);
        emails.set(USER, 'countess@example.org');
        if (before)
          records.set(USER, { ...before, version: before.version + 1, customer_email: 'countess@example.org' });
      }
      return deps.store.save(...args);
    };
    await syncBilling({ ...deps, store: { ...deps.store, save } }, USER, { cause: 'reconcile' });
    expect(sent.at(-1)).toEqual([CUSTOMER, 'countess@example.org']);
    expect(records.get(USER)).toMatchObject({ customer_email: 'countess@example.org' });
  });
});
