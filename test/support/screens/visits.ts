import type { Page } from 'playwright-core';
import { adminVisits } from './admin-visits.ts';
import { faultVisits } from './fault-visits.ts';
import { listenerVisits } from './listener-visits.ts';
import { peopleVisits } from './people-visits.ts';
import { platformVisits } from './platform-visits.ts';
import { visitorVisits } from './visitor-visits.ts';
import type { Who } from './visitors.ts';
import type { World } from './world.ts';

/** One way to see a screen. */
export interface Visit {
  /** Tells it apart; the name of its pictures. */
  readonly name: string;
  /** Pattern of the router table. */
  readonly route: string;
  readonly who: Who;
  /** Path and query. */
  readonly address: (world: World) => string;
  /** Does what a person would to see it, and waits until it stands. */
  readonly show: (page: Page, world: World) => Promise<unknown>;
  /** What lies above the screen then, as `overlaysOfSources` names it. */
  readonly overlay?: string;
  /** The path in the end, where the address leads on to another. */
  readonly endsAt?: string;
}

/**
 * Every screen and every overlay of the application. Accessibility is checked on them, hostile texts are looked for,
 * pictures are taken. A route or an overlay without one fails `test/web/app/screens.test.ts`.
 */
export const visits: readonly Visit[] = [
  ...visitorVisits,
  ...listenerVisits,
  ...faultVisits,
  ...adminVisits,
  ...peopleVisits,
  ...platformVisits,
];
