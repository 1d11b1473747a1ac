import { AppError } from '../../domain/app-error.ts';
import type { ModerationDeps } from './deps.ts';

/** Throws `playlist_not_found` unless the playlist exists, whatever its visibility. */
export const mustExist = async ({ playlists }: Pick<ModerationDeps, 'playlists'>, id: string): Promise<void> => {
  if (!(await playlists.getMany([id])).has(id)) throw new AppError('playlist_not_found');
};
