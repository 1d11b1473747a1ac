import type { Plan } from '../../contract/shared.ts';
import { plans } from '../plans/plans.ts';
import { MEDIA_LIMITS, type MediaLimits } from './probe.ts';

/**
 * The limits of a source whose creator has this plan: never wider than the product's. A file larger than the plan's
 * whole storage is over its size.
 */
export const planLimits = (plan: Plan): MediaLimits => {
  const { name, maxDuration, storageBytes } = plans[plan];
  return {
    ...MEDIA_LIMITS,
    maxDuration: Math.min(MEDIA_LIMITS.maxDuration, maxDuration),
    maxBytes: Math.min(MEDIA_LIMITS.maxBytes, storageBytes ?? MEDIA_LIMITS.maxBytes),
    plan: name,
  };
};
