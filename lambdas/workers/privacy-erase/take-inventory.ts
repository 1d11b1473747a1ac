import { billingEntity } from '../../data/billing/billing-entities.ts';
import { profileEntity } from '../../data/people/profile-repository.ts';
import { rightsEntity } from '../../data/people/rights-repository.ts';
import { listDefinitions } from '../../domain/privacy/definitions.ts';
import type { EraseState } from '../../domain/privacy/data-request.ts';
import { exceptionsOf, type ReceiptLine } from '../../domain/privacy/receipt.ts';
import type { BillingRecord } from '../../domain/billing/record.ts';
import { isBehavior } from '../../domain/security/event.ts';
import type { EraseDeps } from './deps.ts';
import { paymentsOf } from './end-payments.ts';

const nameOf = (type: string): string => (listDefinitions[type]?.title ?? type.replaceAll('_', ' ')).toLowerCase();

/** Reads what must be known after it was removed, and counts what will be removed. Changes nothing. */
export const takeInventory = async (deps: EraseDeps, userId: string): Promise<EraseState> => {
  const signIn = await deps.account.find(userId);
  let email = signIn?.['email'] ?? '';
  const counts = new Map<string, number>();
  let billing: BillingRecord | undefined;
  let wasStaff = false;
  let securityEvents = 0;
  for await (const { kind, items } of deps.itemsOf({ userId, email })) {
    if (kind.onErase === 'delete') counts.set(kind.type, (counts.get(kind.type) ?? 0) + items.length);
    if (kind.type === 'SECURITY_EVENT')
      securityEvents += items.filter((item) => !isBehavior(item['event_type'])).length;
    for (const item of items) {
      // After a restore, the user pool no longer knows the address, which items are named by.
      if (kind.type === 'PROFILE') email ||= profileEntity.parse(item).email;
      if (kind.type === 'BILLING') billing = billingEntity.parse(item);
      if (kind.type === 'RIGHTS') wasStaff ||= rightsEntity.parse(item).role !== 'user';
    }
  }
  const files = (await deps.requests.listOwn(userId)).filter(({ size }) => size !== undefined).length;
  const payments = paymentsOf(billing);
  const customers = payments.customer_ids;
  const removed = (store: string, what: string, count: number): ReceiptLine => ({
    store,
    what,
    count,
    action: 'deleted',
  });
  const lines = [
    ...[...counts].map(([type, count]) => removed('table', nameOf(type), count)),
    removed('search', 'entries by which people are found', counts.get('PROFILE') ?? 0),
    removed('files', 'exports', files),
    removed('payments', 'customers at Stripe', customers.length),
    removed('account', 'sign-ins at Amazon Cognito', signIn ? 1 : 0),
  ];
  const hadTrial = billing?.trial_used_at !== undefined || billing?.address_hash !== undefined;
  const exceptions = exceptionsOf(
    { hadTrial, hadCustomer: customers.length > 0, wasStaff, securityEvents },
    deps.now(),
  );
  return {
    step: 'sign-out',
    email,
    ...payments,
    receipt: { lines, exceptions },
  };
};
