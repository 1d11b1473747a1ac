import type Stripe from 'stripe';
import { paidPlans, planFacts, type PaidPlan } from '../../lambdas/contract/people/plans.ts';
import { lookupKeyOf, PLAN_METADATA } from '../../lambdas/domain/billing/prices.ts';
import { centsOf, CURRENCY } from '../../lambdas/domain/billing/view.ts';

/** A plan at Stripe. */
export interface SoldPlan {
  readonly plan: PaidPlan;
  readonly product: string;
  readonly price: string;
}

/** Reports what was changed. */
export type Report = (text: string) => void;

const PAGE_SIZE = 100;

const ensureProduct = async (stripe: Stripe, plan: PaidPlan, report: Report): Promise<string> => {
  const { name, description } = planFacts[plan];
  const products = await stripe.products.list({ active: true, limit: PAGE_SIZE }).autoPagingToArray({ limit: 10_000 });
  const found = products.find(({ metadata }) => metadata[PLAN_METADATA] === plan);
  if (!found) {
    const metadata = { [PLAN_METADATA]: plan };
    const { id } = await stripe.products.create({ name, description, metadata });
    report(`Product ${name} created`);
    return id;
  }
  if (found.name !== name || found.description !== description) {
    await stripe.products.update(found.id, { name, description });
    report(`Product ${name} updated`);
  }
  return found.id;
};

/** The current price of a plan. A price cannot be changed, so another amount is another price under the same key. */
const ensurePrice = async (stripe: Stripe, plan: PaidPlan, product: string, report: Report): Promise<string> => {
  const key = lookupKeyOf(plan);
  const [found] = (await stripe.prices.list({ lookup_keys: [key], active: true })).data;
  const isCurrent =
    found?.unit_amount === centsOf(plan) &&
    found.currency === CURRENCY &&
    found.recurring?.interval === planFacts[plan].period &&
    found.recurring.interval_count === 1 &&
    found.product === product;
  if (found && isCurrent) return found.id;
  const { id } = await stripe.prices.create({
    product,
    currency: CURRENCY,
    unit_amount: centsOf(plan),
    recurring: { interval: planFacts[plan].period },
    lookup_key: key,
    transfer_lookup_key: true,
    metadata: { [PLAN_METADATA]: plan },
  });
  // Subscriptions keep the price they have; only new ones get the new price.
  if (found) await stripe.prices.update(found.id, { active: false });
  report(`Price ${key} ${found ? 'replaced' : 'created'}`);
  return id;
};

/** Creates or updates a product and a price for each plan that costs money. */
export const ensureCatalog = async (stripe: Stripe, report: Report): Promise<readonly SoldPlan[]> => {
  const sold: SoldPlan[] = [];
  for (const plan of paidPlans) {
    const product = await ensureProduct(stripe, plan, report);
    sold.push({ plan, product, price: await ensurePrice(stripe, plan, product, report) });
  }
  return sold;
};
