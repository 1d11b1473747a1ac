import { adminVisits } from './admin-visits.ts';
import { faultVisits } from './fault-visits.ts';
import { listenerVisits } from './listener-visits.ts';
import { moderationVisits } from './moderation-visits.ts';
import { peopleVisits } from './people-visits.ts';
import { platformVisits } from './platform-visits.ts';
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
  ...faultVisits,
  ...adminVisits,
  ...moderationVisits,
  ...peopleVisits,
  ...platformVisits,
];
