import type { Plan } from '../../contract/shared.ts';
import { plans } from '../plans/plans.ts';
import { MEDIA_LIMITS, type MediaLimits } from './probe.ts';

/**
 * Limits of a source by the creator's plan. They never exceed the product's limits, and the size limit never exceeds
 * the plan's storage.
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
