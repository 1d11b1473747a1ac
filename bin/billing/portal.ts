import type Stripe from 'stripe';
import { STAGE_METADATA } from '../../lambdas/domain/billing/prices.ts';
import type { Report, SoldPlan } from './catalog.ts';

/** What users may do in the portal: an upgrade applies at once, a downgrade and the end at the end of the period. */
const featuresOf = (sold: readonly SoldPlan[]): Stripe.BillingPortal.ConfigurationCreateParams.Features => ({
  customer_update: { enabled: true, allowed_updates: ['address', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price'],
    products: sold.map(({ product, price }) => ({ product, prices: [price] })),
    proration_behavior: 'create_prorations',
    schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
    trial_update_behavior: 'continue_trial',
  },
});

/** Creates or updates the configuration of the portal. Returns its id. */
export const ensurePortal = async (
  stripe: Stripe,
  { stage, site, sold }: { readonly stage: string; readonly site: string; readonly sold: readonly SoldPlan[] },
  report: Report,
): Promise<string> => {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const params = {
    business_profile: { privacy_policy_url: `${site}/privacy` },
    default_return_url: `${site}/billing/return?portal=1`,
    features: featuresOf(sold),
  };
  const found = data.find(({ metadata }) => metadata?.[STAGE_METADATA] === stage);
  if (found) {
    await stripe.billingPortal.configurations.update(found.id, params);
    return found.id;
  }
  const { id } = await stripe.billingPortal.configurations.create({
    ...params,
    metadata: { [STAGE_METADATA]: stage },
  });
  report('Customer portal configured');
  return id;
};
