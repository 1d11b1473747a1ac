import type { PeopleDeps } from './deps.ts';

/** Maximum number of rounds. Each round follows a concurrent change of the user. */
const MAX_ROUNDS = 5;

/**
 * Enables or disables sign-in in the user pool to match the table. It reads the table again after each change, so that
 * the two also match after administrators disable and enable the same user concurrently.
 */
export const syncPool = async ({ people, directory }: PeopleDeps, id: string): Promise<void> => {
  let synced: boolean | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const person = await people.get(id);
    if (!person || person.disabled === synced) return;
    synced = person.disabled;
    await (synced ? directory.disable(id) : directory.enable(id));
  }
};
