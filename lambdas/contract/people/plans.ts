import type { Plan } from '../shared.ts';

const GIB = 1024 ** 3;

/**
 * A plan's name, price and storage, for display and for the server's limits (listener specification, sections 3 and 9).
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
  readonly description: string;
  readonly features: readonly string[];
  /** Whether screens highlight the plan. */
  readonly popular: boolean;
}

/** Every plan, cheapest first. */
export const planFacts: Readonly<Record<Plan, PlanFacts>> = {
  free: {
    name: 'Free',
    priceUsd: 0,
    period: 'month',
    storageBytes: 5 * GIB,
    description: 'Listen and watch, whenever you like.',
    features: ['5GB storage', 'Streaming up to 480p', 'Recently played on every device'],
    popular: false,
  },
  premium: {
    name: 'Premium',
    priceUsd: 19.99,
    period: 'month',
    storageBytes: 100 * GIB,
    description: 'Everything in full quality, premium titles included.',
    features: ['100GB storage', 'Streaming up to 1080p', 'Premium music and videos'],
    popular: true,
  },
  creator: {
    name: 'Creator Pro',
    priceUsd: 149.99,
    period: 'month',
    storageBytes: 1024 * GIB,
    description: 'For artists and studios that publish their own work.',
    features: ['1TB storage', 'Streaming and conversion up to 4K', 'Premium music and videos'],
    popular: false,
  },
  business: {
    name: 'Business Enterprise',
    priceUsd: 299.99,
    period: 'month',
    storageBytes: null,
    description: 'For organizations with a whole catalog.',
    features: ['Unlimited storage', 'Streaming and conversion up to 4K', 'Premium music and videos'],
    popular: false,
  },
};
