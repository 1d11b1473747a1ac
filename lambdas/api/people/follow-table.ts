import type { PeopleDeps } from './deps.ts';

/** Rounds in which others may change a person again. */
const MAX_ROUNDS = 5;

/**
 * Lets the pool follow the table: who is disabled there signs in no more, everybody else does. It looks again
 * afterwards, so that of several administrators who disable and enable a person at once the last one leaves both of one
 * mind.
 */
export const followTable = async ({ people, directory }: PeopleDeps, id: string): Promise<void> => {
  let followed: boolean | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const person = await people.get(id);
    if (!person || person.disabled === followed) return;
    followed = person.disabled;
    await (followed ? directory.disable(id) : directory.enable(id));
  }
};
