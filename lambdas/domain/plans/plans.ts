import { planFacts, type PlanFacts } from '../../contract/people/plans.ts';
import type { Plan } from '../../contract/shared.ts';
import type { Tier } from '../media/tiers.ts';

/** Limits of a plan. */
export interface PlanTerms extends Pick<PlanFacts, 'name' | 'priceUsd' | 'storageBytes'> {
  /**
   * Maximum duration of a creator's source, in seconds. Our own limit: the specification limits only storage, but the
   * cost of one job on a free account must be bounded.
   */
  readonly maxDuration: number;
  /** Highest tier of a creator's renditions. The specification says "480p, 1080p, 4K"; both creator plans have 4K. */
  readonly ladderTier: Tier;
  /** Highest tier that a viewer can play. */
  readonly viewerTier: Tier;
}

const HOUR = 3600;

/** Every plan, cheapest first. */
export const plans: Readonly<Record<Plan, PlanTerms>> = {
  free: { ...planFacts.free, maxDuration: 2 * HOUR, ladderTier: '480', viewerTier: '480' },
  premium: { ...planFacts.premium, maxDuration: 6 * HOUR, ladderTier: '1080', viewerTier: '1080' },
  creator: { ...planFacts.creator, maxDuration: 12 * HOUR, ladderTier: '2160', viewerTier: '2160' },
  business: { ...planFacts.business, maxDuration: 12 * HOUR, ladderTier: '2160', viewerTier: '2160' },
};

/** Plans that include content marked `is_premium`. */
export const premiumPlans: ReadonlySet<Plan> = new Set(['premium', 'creator', 'business']);
