import type { PlaylistHiding, PlaylistVisibility } from '../../contract/listening/library.ts';
import type { Role } from '../../contract/shared.ts';
import { AppError } from '../app-error.ts';
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
  /** When an administrator hid it. Then only its owner and administrators see it, whatever its owner edits. */
  readonly hidden_at?: string | undefined;
  /** Why it was hidden. Its owner sees the reason. */
  readonly hidden_reason?: string | undefined;
}

/** A playlist's hiding as the API returns it; null when it is not hidden. */
export const hidingOf = ({ hidden_at: at, hidden_reason: reason }: StoredPlaylist): PlaylistHiding | null =>
  at === undefined ? null : { at, reason: reason ?? '' };

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
 * Whether a user can open a playlist: the owner always, others unless it is private, its owner is disabled or an
 * administrator hid it. Administrators can open hidden ones too. `viewer` is undefined for visitors.
 */
export const canOpen = (
  playlist: StoredPlaylist,
  viewer: { readonly userId: string; readonly role: Role } | undefined,
): boolean => {
  if (playlist.deleted_at !== undefined) return false;
  if (playlist.user_id === viewer?.userId) return true;
  const isShared = playlist.visibility !== 'private' && !playlist.owner_disabled;
  return isShared && (playlist.hidden_at === undefined || viewer?.role === 'admin');
};

/** Throws AppError `forbidden` for a playlist of the administrator who decides about it. */
export const mustBeOfAnother = ({ user_id: owner }: StoredPlaylist, userId: string): void => {
  if (owner === userId) throw new AppError('forbidden', 'Another administrator must decide about your playlist.');
};

/** Whether a user can change a playlist. */
export const canChange = ({ user_id: owner, deleted_at: deleted }: StoredPlaylist, userId: string): boolean =>
  deleted === undefined && owner === userId;
