import type { PlaylistVisibility } from '../../contract/listening/library.ts';
import type { SavedContent } from './saved-content.ts';

/** Maximum number of playlists per user. */
export const PLAYLISTS_MAX = 200;

/** Maximum number of entries per playlist. */
export const ENTRIES_MAX = 1000;

/** A playlist as stored. Times are ISO 8601 in UTC. */
export interface StoredPlaylist {
  readonly id: string;
  readonly user_id: string;
  readonly title: string;
  readonly description: string;
  readonly visibility: PlaylistVisibility;
  readonly entry_count: number;
  /** At least the order key of every entry; null until the first entry. */
  readonly last_order: string | null;
  /** Increases with every change, including changes to entries. */
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** Set when the playlist was deleted but its entries still have to be removed. It is visible to no one. */
  readonly deleted_at?: string | undefined;
  /** Whether the account of its owner is disabled. Then no one else sees it. */
  readonly owner_disabled?: boolean | undefined;
}

/** One entry of a playlist. */
export interface StoredEntry extends SavedContent {
  readonly playlist_id: string;
  readonly user_id: string;
  readonly order: string;
  readonly added_at: string;
  /** Whether its content item is currently published. */
  readonly shown: boolean;
}

/**
 * Whether a user can open a playlist: the owner always, others unless it is private or its owner is disabled.
 * `userId` is undefined for visitors.
 */
export const canOpen = (
  { user_id: owner, visibility, deleted_at: deleted, owner_disabled: hidden }: StoredPlaylist,
  userId: string | undefined,
): boolean => deleted === undefined && (owner === userId || (visibility !== 'private' && !hidden));

/** Whether a user can change a playlist. */
export const canChange = ({ user_id: owner, deleted_at: deleted }: StoredPlaylist, userId: string): boolean =>
  deleted === undefined && owner === userId;
