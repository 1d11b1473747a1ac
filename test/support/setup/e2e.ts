import { shareChromium } from '../browser/chromium.ts';
import { shareDatabase } from '../shared-database.ts';
import { shareStacks } from '../stack/shared-stack.ts';
import { whenTestsEnd } from './teardown.ts';

/** Finds the browser, starts the database that local clouds of test files share, and lets them share a stack. */
export default async (): Promise<void> => {
  await shareChromium();
  const database = await shareDatabase();
  whenTestsEnd(database.stop);
  whenTestsEnd(shareStacks());
};
