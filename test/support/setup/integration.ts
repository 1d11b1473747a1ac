import { shareDatabase } from '../shared-database.ts';
import { whenTestsEnd } from './teardown.ts';

/** Starts what the test files share. */
export default async (): Promise<void> => {
  const database = await shareDatabase();
  whenTestsEnd(database.stop);
};
