import type { Plan, Role } from '../../contract/shared.ts';
import { isStaff, reviews } from '../content/visibility.ts';
import { TIERS, type Tier } from '../media/tiers.ts';
import { plans, premiumPlans } from '../plans/plans.ts';

/** The user who requests playback. */
export interface Viewer {
  readonly role: Role;
  readonly plan: Plan;
}

/** The fields of a content item that decide about playback. */
export interface PlayableContent {
  readonly status: 'draft' | 'pending' | 'published';
  readonly is_premium: boolean;
  readonly media_version?: string | null | undefined;
  readonly top_tier?: Tier | null | undefined;
}

/** Result of an entitlement check. */
export type Entitlement =
  | { readonly granted: true; readonly mediaVersion: string; readonly folders: readonly Tier[]; readonly top: Tier }
  | { readonly granted: false; readonly code: 'content_not_found' | 'plan_required' | 'media_not_available' };

/** The highest tier that a viewer can play, by plan. Staff can play every tier. */
export const viewerTier = (viewer: Viewer): Tier => (isStaff(viewer.role) ? '2160' : plans[viewer.plan].viewerTier);

/**
 * Decides which folders a viewer can open. Unpublished content is visible only to staff who work on it. Premium content
 * requires a paid plan. `is_publicly_accessible` does not matter here, because every play requires signed cookies.
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
