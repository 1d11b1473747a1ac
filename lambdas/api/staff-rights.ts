import type { Role } from '../contract/shared.ts';
import type { StoragePlace, ViewRights } from '../domain/content/views.ts';

/** Reads where AWS keeps the files of content items. */
export type ReadStorage = () => Promise<StoragePlace>;

/** What administrators see of any item, and moderators of items under review. */
export const staffRights = async (role: Role, readStorage: ReadStorage): Promise<ViewRights> =>
  role === 'admin' ? { review: true, source: true, storage: await readStorage() } : { review: true };
