import { shareDatabase } from '../shared-database.ts';
import { shareStacks } from '../stack/shared-stack.ts';
import { whenTestsEnd } from './teardown.ts';

/** Starts the database that the test files and their local clouds share, and lets the files share a stack. */
export default async (): Promise<void> => {
  const database = await shareDatabase();
  whenTestsEnd(database.stop);
  whenTestsEnd(shareStacks());
};
