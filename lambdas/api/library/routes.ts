import type { ContentRecords } from '../../data/content/content-records.ts';
import type { EntryRepository } from '../../data/library/entry-repository.ts';
import type { LikeRepository } from '../../data/library/like-repository.ts';
import type { PlaylistRepository } from '../../data/library/playlist-repository.ts';
import type { ProfileRepository } from '../../data/people/profile-repository.ts';
import type { Route } from '../../http/route.ts';
import { addEntry } from './add-entry.ts';
import { createPlaylist } from './create-playlist.ts';
import { deletePlaylist } from './delete-playlist.ts';
import { getPlaylist } from './get-playlist.ts';
import { likeContent } from './like-content.ts';
import { listEntries } from './list-entries.ts';
import { listContainingPlaylists } from './list-containing-playlists.ts';
import { listLikedIds } from './list-liked-ids.ts';
import { listLikes } from './list-likes.ts';
import { listPlaylists } from './list-playlists.ts';
import { listPublicPlaylists } from './list-public-playlists.ts';
import { moveEntry } from './move-entry.ts';
import { removeEntry } from './remove-entry.ts';
import { unlikeContent } from './unlike-content.ts';
import { updatePlaylist } from './update-playlist.ts';

/** What the use cases of this feature need. */
export interface LibraryDeps {
  readonly likes: LikeRepository;
  readonly playlists: PlaylistRepository;
  readonly entries: EntryRepository;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly profiles: Pick<ProfileRepository, 'get'>;
  /** Signed-out visitors may browse. */
  readonly publicCatalog: boolean;
  /** A new id without its prefix. */
  readonly newId: () => string;
  /** The time, ISO 8601 in UTC. */
  readonly now: () => string;
}

/** The feature's endpoints. */
export const libraryRoutes = (deps: LibraryDeps): readonly Route[] => [
  listLikes(deps),
  listLikedIds(deps),
  likeContent(deps),
  unlikeContent(deps),
  listPlaylists(deps),
  listPublicPlaylists(deps),
  createPlaylist(deps),
  getPlaylist(deps),
  updatePlaylist(deps),
  deletePlaylist(deps),
  listContainingPlaylists(deps),
  listEntries(deps),
  addEntry(deps),
  removeEntry(deps),
  moveEntry(deps),
];
