import {
  planFacts,
  premiumPlans as plansWithPremiumTitles,
  type PlanFacts,
  type Quality,
} from '../../contract/people/plans.ts';
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

const tierOf: Readonly<Record<Quality, Tier>> = { '480p': '480', '1080p': '1080', '4K': '2160' };

const terms = ({ quality, ...facts }: PlanFacts, maxDuration: number): PlanTerms => ({
  ...facts,
  maxDuration,
  ladderTier: tierOf[quality],
  viewerTier: tierOf[quality],
});

/** Every plan, cheapest first. */
export const plans: Readonly<Record<Plan, PlanTerms>> = {
  free: terms(planFacts.free, 2 * HOUR),
  premium: terms(planFacts.premium, 6 * HOUR),
  creator: terms(planFacts.creator, 12 * HOUR),
  business: terms(planFacts.business, 12 * HOUR),
};

/** Plans that include content marked `is_premium`. */
export const premiumPlans: ReadonlySet<Plan> = new Set(plansWithPremiumTitles);
