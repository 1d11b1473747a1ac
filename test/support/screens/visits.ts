import { adminVisits } from './admin-visits.ts';
import { billingVisits } from './billing-visits.ts';
import { cdnVisits } from './cdn/cdn-visits.ts';
import { cdnMonitorVisits } from './delivery/monitor-visits.ts';
import { statisticsVisits } from './delivery/statistics-visits.ts';
import { faultVisits } from './fault-visits.ts';
import { listenerVisits } from './listener-visits.ts';
import { moderationVisits } from './moderation-visits.ts';
import { peopleVisits } from './people-visits.ts';
import { platformVisits } from './platform-visits.ts';
import { securityCenterVisits } from './security-center-visits.ts';
import { securityVisits } from './security-visits.ts';
import { safetyVisits } from './safety-visits.ts';
import { sessionVisits } from './session-visits.ts';
import { visitorVisits } from './visitor-visits.ts';
import type { Visit } from './visit.ts';

/**
 * Every screen and every overlay of the application. The test of the screens and `npm run screenshots`
 * go through all of them. A route or an overlay without a visit fails
 * `test/web/app/screens.test.ts`.
 */
export const visits: readonly Visit[] = [
  ...visitorVisits,
  ...listenerVisits,
  ...billingVisits,
  ...faultVisits.map((visit) => ({ ...visit, breaks: true })),
  ...adminVisits,
  ...cdnVisits,
  ...moderationVisits,
  ...peopleVisits,
  ...platformVisits,
  ...safetyVisits,
  ...sessionVisits,
  ...securityVisits,
  ...securityCenterVisits,
  ...cdnMonitorVisits,
  ...statisticsVisits,
];
