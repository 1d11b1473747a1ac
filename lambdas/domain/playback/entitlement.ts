import type { Plan, Role } from '../../contract/shared.ts';
import { isStaff, reviews } from '../content/visibility.ts';
import { TIERS, type Tier } from '../media/tiers.ts';
import { plans, premiumPlans } from '../plans/plans.ts';

/** Who wants to play. */
export interface Viewer {
  readonly role: Role;
  readonly plan: Plan;
}

/** What decides about playing a content. */
export interface PlayableContent {
  readonly status: 'draft' | 'pending' | 'published';
  readonly is_premium: boolean;
  readonly media_version?: string | null | undefined;
  readonly top_tier?: Tier | null | undefined;
}

/** What a viewer gets. */
export type Entitlement =
  | { readonly granted: true; readonly mediaVersion: string; readonly folders: readonly Tier[]; readonly top: Tier }
  | { readonly granted: false; readonly code: 'content_not_found' | 'plan_required' | 'media_not_available' };

/** The highest tier that a viewer may open: by plan; staff see what they review in full. */
export const viewerTier = (viewer: Viewer): Tier => (isStaff(viewer.role) ? '2160' : plans[viewer.plan].viewerTier);

/**
 * Which folders a viewer may open. Unpublished content exists for those who work on it; premium content needs a paid
 * plan; every play goes through signed cookies, public or not, so `is_publicly_accessible` changes nothing here.
 */
export const entitle = (content: PlayableContent, viewer: Viewer): Entitlement => {
  if (content.status !== 'published' && !reviews(content, viewer.role))
    return { granted: false, code: 'content_not_found' };
  if (content.is_premium && !premiumPlans.has(viewer.plan) && !isStaff(viewer.role))
    return { granted: false, code: 'plan_required' };
  if (!content.media_version || !content.top_tier) return { granted: false, code: 'media_not_available' };
  const limit = Math.min(Number(viewerTier(viewer)), Number(content.top_tier));
  const folders = TIERS.filter((tier) => Number(tier) <= limit);
  return { granted: true, mediaVersion: content.media_version, folders, top: folders.at(-1) ?? '480' };
};
