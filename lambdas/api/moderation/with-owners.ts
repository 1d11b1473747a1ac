import type { ModeratedPlaylist } from '../../contract/admin/moderation.ts';
import type { ProfileNames } from '../../data/people/profile-names.ts';
import { hidingOf, type StoredPlaylist } from '../../domain/library/playlist.ts';

/** Playlists as administrators see them, with the names of their owners. */
export const withOwners = async (
  profiles: ProfileNames,
  playlists: readonly StoredPlaylist[],
): Promise<readonly ModeratedPlaylist[]> => {
  const names = await profiles.namesOf(playlists.map(({ user_id: id }) => id));
  return playlists.map((playlist) => ({
    id: playlist.id,
    title: playlist.title,
    description: playlist.description,
    visibility: playlist.visibility,
    entry_count: playlist.entry_count,
    owner: { id: playlist.user_id, name: names.get(playlist.user_id) ?? '' },
    created_at: playlist.created_at,
    hidden: hidingOf(playlist),
  }));
};
