import type { CreatorRepository } from '../../data/content/creator-repository.ts';

/** Milliseconds that an owner is remembered. Downloads of source files check the current owner. */
const REMEMBER_MS = 60_000;

/**
 * Creates the function that returns the user ID of a creator's owner. It reads each creator at most once a minute per
 * function instance, because every listener who opens a content item asks for its owner.
 */
export const createCreatorOwners = (creators: Pick<CreatorRepository, 'get'>, now: () => number = Date.now) => {
  const remembered = new Map<string, { readonly owner: string | undefined; readonly until: number }>();
  return async (creatorId: string): Promise<string | undefined> => {
    const known = remembered.get(creatorId);
    if (known && known.until > now()) return known.owner;
    const owner = (await creators.get(creatorId))?.user_id;
    remembered.set(creatorId, { owner, until: now() + REMEMBER_MS });
    return owner;
  };
};
