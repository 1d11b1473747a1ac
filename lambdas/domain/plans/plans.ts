import { planFacts, type PlanFacts } from '../../contract/plans.ts';
import type { Plan } from '../../contract/shared.ts';
import type { Tier } from '../media/tiers.ts';

/** What a plan gives: the facts that people read, and the qualities behind them. */
export interface PlanTerms extends Pick<PlanFacts, 'name' | 'priceUsd' | 'storageBytes'> {
  /** Best folder that a creator's uploads are converted to: "480p, 1080p, 4K", where both creator plans have 4K. */
  readonly ladderTier: Tier;
  /** Folder of the best rendition that a viewer's cookies open. */
  readonly viewerTier: Tier;
}

/** Every plan, cheapest first. */
export const plans: Readonly<Record<Plan, PlanTerms>> = {
  free: { ...planFacts.free, ladderTier: '480', viewerTier: '480' },
  premium: { ...planFacts.premium, ladderTier: '1080', viewerTier: '1080' },
  creator: { ...planFacts.creator, ladderTier: '2160', viewerTier: '2160' },
  business: { ...planFacts.business, ladderTier: '2160', viewerTier: '2160' },
};

/** Plans that open content marked `is_premium`. */
export const premiumPlans: ReadonlySet<Plan> = new Set(['premium', 'creator', 'business']);
