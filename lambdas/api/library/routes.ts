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
import { reportPlaylist } from './report-playlist.ts';
import { unlikeContent } from './unlike-content.ts';
import { updatePlaylist } from './update-playlist.ts';
import type { LibraryDeps } from './deps.ts';

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
  reportPlaylist(deps),
  deletePlaylist(deps),
  listContainingPlaylists(deps),
  listEntries(deps),
  addEntry(deps),
  removeEntry(deps),
  moveEntry(deps),
];
