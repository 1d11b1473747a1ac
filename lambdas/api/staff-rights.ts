import type { Role } from '../contract/shared.ts';
import type { StorageLocation, ViewRights } from '../domain/content/views.ts';

/** Reads where AWS keeps the files of content items. */
export type ReadStorage = () => Promise<StorageLocation>;

/**
 * What administrators see of any item, and moderators of items under review. It ignores whose item it is: only
 * `get-content` also gives an owner the source.
 */
export const staffRights = async (role: Role, readStorage: ReadStorage): Promise<ViewRights> =>
  role === 'admin' ? { review: true, source: true, storage: await readStorage() } : { review: true };
