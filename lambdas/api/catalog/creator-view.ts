import type { Creator } from '../../contract/content/catalog.ts';
import type { StoredCreator } from '../../data/content/creator-repository.ts';
import { AppError } from '../../domain/app-error.ts';
import { plans } from '../../domain/plans/plans.ts';
import type { CatalogDeps } from './deps.ts';

/** A creator as administrators see it. */
export const creatorView = (creator: StoredCreator): Creator => ({
  id: creator.id,
  name: creator.name,
  plan: creator.plan,
  storage_used: creator.storage_used,
  storage_limit: plans[creator.plan].storageBytes,
  content_count: Math.max(0, creator.content_count ?? 0),
  user_id: creator.user_id ?? null,
});

/** Rejects an owner who has no account. Throws `user_not_found`. */
export const assertPerson = async (
  { accountExists }: CatalogDeps,
  userId: string | null | undefined,
): Promise<void> => {
  if (userId && !(await accountExists(userId))) throw new AppError('user_not_found');
};
