import type { Plan } from '../../contract/shared.ts';

/** Folders of renditions, named by the short side of their best one in pixels. */
export type PlanTier = '480' | '1080' | '2160';

const GIB = 1024 ** 3;

/** What a plan gives. Names, prices and storage are the specification's (listener side, sections 3 and 9). */
export interface PlanTerms {
  readonly name: string;
  /** US dollars per month. */
  readonly priceUsd: number;
  /** Bytes that a creator's uploads may hold; null is unlimited. Counted in powers of two, as the 50 GB limit of a file is. */
  readonly storageBytes: number | null;
  /** Best folder that a creator's uploads are converted to: "480p, 1080p, 4K", where both creator plans have 4K. */
  readonly ladderTier: PlanTier;
  /** Folder of the best rendition that a viewer's cookies open. */
  readonly viewerTier: PlanTier;
}

/** Every plan, cheapest first. */
export const plans: Readonly<Record<Plan, PlanTerms>> = {
  free: { name: 'Free', priceUsd: 0, storageBytes: 5 * GIB, ladderTier: '480', viewerTier: '480' },
  premium: { name: 'Premium', priceUsd: 19.99, storageBytes: 100 * GIB, ladderTier: '1080', viewerTier: '1080' },
  creator: { name: 'Creator Pro', priceUsd: 149.99, storageBytes: 1024 * GIB, ladderTier: '2160', viewerTier: '2160' },
  business: { name: 'Business Enterprise', priceUsd: 299.99, storageBytes: null, ladderTier: '2160', viewerTier: '2160' },
};

/** Plans that open content marked `is_premium`. */
export const premiumPlans: ReadonlySet<Plan> = new Set(['premium', 'creator', 'business']);
