import { planFacts, type PlanFacts } from '../../contract/people/plans.ts';
import type { Plan } from '../../contract/shared.ts';
import type { Tier } from '../media/tiers.ts';

/** What a plan gives: the facts that people read, and the qualities behind them. */
export interface PlanTerms extends Pick<PlanFacts, 'name' | 'priceUsd' | 'storageBytes'> {
  /**
   * Longest source of a creator, seconds. Ours: the specification limits storage only, and what one job of a free
   * account may cost has to end somewhere.
   */
  readonly maxDuration: number;
  /** Best folder that a creator's uploads are converted to: "480p, 1080p, 4K", where both creator plans have 4K. */
  readonly ladderTier: Tier;
  /** Folder of the best rendition that a viewer's cookies open. */
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

/** Plans that open content marked `is_premium`. */
export const premiumPlans: ReadonlySet<Plan> = new Set(['premium', 'creator', 'business']);
