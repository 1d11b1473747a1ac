import type { CategoryChoice } from '../../domain/content/edit.ts';
import type { BulkDeps } from './deps.ts';
import type { LeasedJob } from './read-and-decide.ts';

/** Reads each category once per run. */
export const cachedCategories = ({ categories }: BulkDeps): LeasedJob['category'] => {
  const cache = new Map<string, Promise<CategoryChoice | undefined>>();
  return (id) => {
    if (id === null) return Promise.resolve(null);
    const found = cache.get(id) ?? categories.get(id);
    cache.set(id, found);
    void found.catch(() => cache.delete(id));
    return found;
  };
};

/** Whether a user is currently an administrator. */
export const isAdmin = async ({ rights }: BulkDeps, userId: string): Promise<boolean> => {
  const found = await rights.read(userId, { consistent: true });
  return found?.role === 'admin' && !found.disabled;
};
