import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { CustomerMissing, type PortalPage } from '../../domain/billing/provider.ts';
import type { BillingRecord } from '../../domain/billing/record.ts';
import { ENDED } from '../../domain/billing/subscription.ts';
import { watch } from '../../domain/billing/watch.ts';
import { route } from '../../http/route.ts';
import { askStripe } from './ask-stripe.ts';
import type { BillingApiDeps } from './deps.ts';

/** The page of the portal that a user asked for. A subscription that ends anyway is resumed on the first page. */
const pageOf = ({ subscription }: BillingRecord, flow: 'cancel' | 'update_card' | undefined): PortalPage => {
  if (flow === 'update_card') return { page: 'update_card' };
  const ends = !subscription || ENDED.has(subscription.state) || subscription.cancels_at !== null;
  return flow === 'cancel' && !ends ? { page: 'cancel', subscription_id: subscription.id } : { page: 'home' };
};

/** Returns the address of Stripe's portal for the signed-in user. */
export const customerPortal = (deps: BillingApiDeps) =>
  route(endpoints['billing.customer-portal'], async ({ actor: { userId }, query: { flow } }) => {
    if (!(await deps.settings.read())) throw new AppError('billing_unavailable');
    const record = await deps.store.read(userId);
    const customerId = record?.customer_id;
    if (!record?.subscription || customerId === undefined) throw new AppError('no_billing_account');
    const url = await askStripe(deps, (provider) =>
      provider.openPortal(customerId, pageOf(record, flow)).catch((error: unknown) => {
        // Buying a plan creates another customer.
        if (error instanceof CustomerMissing) throw new AppError('no_billing_account');
        throw error;
      }),
    );
    await watch(deps, userId);
    return { status: 200, body: { url } };
  });
