import type { Route } from '../../http/route.ts';
import { getConsent } from './get-consent.ts';
import { getNotice } from './get-notice.ts';
import { listConsents } from './list-consents.ts';
import { recordPrivacyConsent } from './record-privacy-consent.ts';
import { withdrawConsent } from './withdraw-consent.ts';
import type { PrivacyDeps } from './deps.ts';

/** The feature's endpoints. */
export const privacyRoutes = (deps: PrivacyDeps): readonly Route[] => [
  getConsent(),
  recordPrivacyConsent(deps),
  withdrawConsent(deps),
  listConsents(deps),
  getNotice(),
];
