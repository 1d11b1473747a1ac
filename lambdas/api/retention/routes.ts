import type { Route } from '../../http/route.ts';
import { cleanupExpiredData } from './cleanup-expired-data.ts';
import { getConsentNumbers } from './get-consent-numbers.ts';
import { listHolds } from './list-holds.ts';
import { listPolicies } from './list-policies.ts';
import type { RetentionDeps } from './deps.ts';
import { releaseHold } from './release-hold.ts';
import { setHold } from './set-hold.ts';

/** The feature's endpoints. */
export const retentionRoutes = (deps: RetentionDeps): readonly Route[] => [
  listPolicies(deps),
  cleanupExpiredData(deps),
  getConsentNumbers(deps),
  listHolds(deps),
  setHold(deps),
  releaseHold(deps),
];
