import type { StoredRequest } from '../../domain/privacy/data-request.ts';
import type { EraseDeps } from './deps.ts';
import { endCharges, paymentsOf, STRIPE_BUDGET_MS } from './end-payments.ts';

/**
 * Ends what costs a user money whose erasure waits for a legal hold: they can no longer use what they pay for. The
 * customer and its records stay at Stripe, as everything else does. Can be repeated. Once it is done, the request is
 * not due before the hold is released.
 */
export const endHeldPayments = async (
  { billing, requests, stripe, logger }: Pick<EraseDeps, 'billing' | 'requests' | 'stripe' | 'logger'>,
  { user_id: userId, id }: StoredRequest,
): Promise<void> => {
  const payments = paymentsOf(await billing.read(userId));
  if (payments.customer_ids.length > 0) await endCharges(stripe.within(STRIPE_BUDGET_MS), payments);
  // Another link may have been mailed meanwhile, or the user keeps the account.
  const request = await requests.get(userId, id);
  if (request?.status === 'pending')
    await requests.save(request, { ...request, failure: undefined, payments_ended: true });
  logger.info('The payments of an erasure that waits for a legal hold were ended', { requestId: id });
};
