import type { Page } from 'playwright-core';
import type { Who } from './visitors.ts';
import type { World } from './world.ts';

/** One way to reach a screen or an overlay. */
export interface Visit {
  /** Unique; screenshots are named after it. */
  readonly name: string;
  /** Pattern of the router table. */
  readonly route: string;
  readonly who: Who;
  /** Path and query. */
  readonly address: (world: World) => string;
  /** What must be there before the address is opened, such as mocks of what the server responds. @default nothing */
  readonly prepare?: (page: Page, world: World) => Promise<unknown>;
  /** Opens the screen the way a user would, and waits until it is complete. */
  readonly show: (page: Page, world: World) => Promise<unknown>;
  /** The overlay that is open at the end, as `overlaysOfSources` names it. */
  readonly overlay?: string;
  /** Escape asks before it closes the overlay. @default false */
  readonly escapeAsks?: boolean;
  /** Opens it in a browser of its own, in which no other visit has played anything. @default false */
  readonly newDevice?: boolean;
  /** It breaks something on purpose, which the console reports. @default false */
  readonly breaks?: boolean;
  /** The final path, if `address` redirects or `show` navigates. */
  readonly endsAt?: string;
}
