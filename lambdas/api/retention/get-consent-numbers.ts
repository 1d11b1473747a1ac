import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { RetentionDeps } from './deps.ts';

/** Returns how many accounts decided about privacy, and what they allow. */
export const getConsentNumbers = ({ consentCounts }: RetentionDeps) =>
  route(endpoints['retention.get-consent-numbers'], async () => ({ status: 200, body: await consentCounts.read() }));
