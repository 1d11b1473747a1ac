import type { CategoryChoice } from '../../domain/content/edit.ts';
import type { BulkDeps } from './deps.ts';
import type { LeasedJob } from './read-and-decide.ts';

/** Looks a category up once for a run. */
export const rememberCategories = ({ categories }: BulkDeps): LeasedJob['category'] => {
  const known = new Map<string, Promise<CategoryChoice | undefined>>();
  return (id) => {
    if (id === null) return Promise.resolve(null);
    const found = known.get(id) ?? categories.get(id);
    known.set(id, found);
    void found.catch(() => known.delete(id));
    return found;
  };
};

/** Whether a person is an administrator at this moment. */
export const isAdmin = async ({ rights }: BulkDeps, userId: string): Promise<boolean> => {
  const found = await rights.read(userId, { consistent: true });
  return found?.role === 'admin' && !found.disabled;
};
