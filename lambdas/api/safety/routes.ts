import type { Route } from '../../http/route.ts';
import { appeal } from './appeal.ts';
import { decide } from './decide.ts';
import type { SafetyDeps } from './deps.ts';
import { getFrame } from './get-frame.ts';
import { getNotice } from './get-notice.ts';
import { getOwnFrame } from './get-own-frame.ts';
import { getPolicy } from './get-policy.ts';
import { getReview } from './get-review.ts';
import { listOwnTitles } from './list-own-titles.ts';
import { listPolicyVersions } from './list-policy-versions.ts';
import { listReviews } from './list-reviews.ts';
import { previewPolicy } from './preview-policy.ts';
import { updatePolicy } from './update-policy.ts';

/** The feature's endpoints. */
export const safetyRoutes = (deps: SafetyDeps): readonly Route[] => [
  getPolicy(deps),
  updatePolicy(deps),
  listPolicyVersions(deps),
  previewPolicy(deps),
  listReviews(deps),
  getReview(deps),
  getFrame(deps),
  decide(deps),
  getNotice(deps),
  getOwnFrame(deps),
  listOwnTitles(deps),
  appeal(deps),
];
