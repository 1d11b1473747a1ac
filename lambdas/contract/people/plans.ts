import type { Plan } from '../shared.ts';

const GIB = 1024 ** 3;

/** The best picture that a plan converts and plays. */
export type Quality = '480p' | '1080p' | '4K';

/**
 * A plan's name, price, storage and quality (listener specification, sections 3 and 9). Screens, the server's limits
 * and the prices at Stripe are made from this table.
 */
export interface PlanFacts {
  readonly name: string;
  /** US dollars per period. */
  readonly priceUsd: number;
  readonly period: 'month';
  /**
   * Maximum bytes of a creator's uploads; null means unlimited. Units are powers of two, as in the 50 GB file limit.
   */
  readonly storageBytes: number | null;
  readonly quality: Quality;
  readonly description: string;
  readonly features: readonly string[];
  /** Whether screens highlight the plan. */
  readonly popular: boolean;
}

/** The storage of a plan in words: "100GB storage". */
const storageText = (bytes: number | null): string => {
  if (bytes === null) return 'Unlimited storage';
  const gigabytes = bytes / GIB;
  return gigabytes < 1024 ? `${gigabytes}GB storage` : `${gigabytes / 1024}TB storage`;
};

const plan = (
  facts: Omit<PlanFacts, 'period' | 'popular'> & { readonly popular?: boolean; readonly converts?: boolean },
): PlanFacts => {
  const { converts = false, popular = false, features, ...rest } = facts;
  const quality = `${converts ? 'Streaming and conversion' : 'Streaming'} up to ${rest.quality}`;
  return { ...rest, period: 'month', popular, features: [storageText(rest.storageBytes), quality, ...features] };
};

/** Every plan, cheapest first. */
export const planFacts: Readonly<Record<Plan, PlanFacts>> = {
  free: plan({
    name: 'Free',
    priceUsd: 0,
    storageBytes: 5 * GIB,
    quality: '480p',
    description: 'Listen and watch, whenever you like.',
    features: ['Recently played on every device'],
  }),
  premium: plan({
    name: 'Premium',
    priceUsd: 19.99,
    storageBytes: 100 * GIB,
    quality: '1080p',
    description: 'Everything in full quality, premium titles included.',
    features: ['Premium music and videos'],
    popular: true,
  }),
  creator: plan({
    name: 'Creator Pro',
    priceUsd: 149.99,
    storageBytes: 1024 * GIB,
    quality: '4K',
    description: 'For artists and studios that publish their own work.',
    features: ['Premium music and videos'],
    converts: true,
  }),
  business: plan({
    name: 'Business Enterprise',
    priceUsd: 299.99,
    storageBytes: null,
    quality: '4K',
    description: 'For organizations with a whole catalog.',
    features: ['Premium music and videos'],
    converts: true,
  }),
};

/** A plan that costs money. */
export type PaidPlan = Exclude<Plan, 'free'>;

/** Every plan that costs money, cheapest first. */
export const paidPlans: readonly PaidPlan[] = ['premium', 'creator', 'business'];

/** The cheapest plan that includes premium titles. Every more expensive plan includes them, too. */
export const cheapestPremiumPlan: PaidPlan = 'premium';

/** Plans that include premium titles, cheapest first. */
export const premiumPlans: readonly PaidPlan[] = paidPlans.slice(paidPlans.indexOf(cheapestPremiumPlan));

/** The plan whose first purchase can start with a free trial, and its length in days. */
export const trialFacts: { readonly plan: PaidPlan; readonly days: number } = { plan: 'premium', days: 7 };
