import { faultPanel } from './faults.ts';
import type { FaultSwitch } from './fault-switch.ts';
import { pageRoutes } from './page.ts';
import type { Panel } from './panel.ts';
import { createRouter, type Routes } from './router.ts';

/** What the console shows and controls. */
export interface ConsoleOptions {
  /** Sections, in the order of the navigation. The console adds its own section for faults. */
  readonly panels: readonly Panel[];
  /** Routes without a section. */
  readonly routes: readonly Routes[];
  readonly faults: FaultSwitch;
  /** What can have a fault in addition to the services. */
  readonly faultNames: () => readonly string[];
}

/** Creates the console of the local cloud: a router for the paths in `/_local/` that show or control an engine. */
export const createConsole = ({ panels, routes, faults, faultNames }: ConsoleOptions) => {
  const all = [...panels, faultPanel(faults, faultNames)];
  return createRouter({
    ...pageRoutes(all),
    // The numbers in the page's navigation.
    'GET overview': () => Object.assign({}, ...all.map(({ overview }) => overview?.() ?? {})) as unknown,
    ...(Object.assign({}, ...routes, ...all.map((panel) => panel.routes)) as Routes),
  });
};
