import type { PlaylistVisibility } from '../../contract/listening/library.ts';
import type { SavedContent } from './saved-content.ts';

/** Playlists of one person at most. */
export const PLAYLISTS_MAX = 200;

/** Entries of one playlist at most. */
export const ENTRIES_MAX = 1000;

/** A person's playlist as the product keeps it. Times are ISO 8601 in UTC. */
export interface StoredPlaylist {
  readonly id: string;
  readonly user_id: string;
  readonly title: string;
  readonly description: string;
  readonly visibility: PlaylistVisibility;
  readonly entry_count: number;
  /** Not below the order key of any entry; null before the first one. */
  readonly last_order: string | null;
  /** Rises with every change, of the entries too. */
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
  /** Set when it was deleted and its entries are still to go: it exists for nobody. */
  readonly deleted_at?: string | undefined;
}

/** One content in a playlist. */
export interface StoredEntry extends SavedContent {
  readonly playlist_id: string;
  readonly user_id: string;
  readonly order: string;
  readonly added_at: string;
  /** Whether its content is published now. */
  readonly shown: boolean;
}

/**
 * Whether somebody may open a playlist: its owner always, others unless it is private. `userId` undefined is a visitor.
 */
export const mayOpen = (
  { user_id: owner, visibility, deleted_at: deleted }: StoredPlaylist,
  userId: string | undefined,
): boolean => deleted === undefined && (owner === userId || visibility !== 'private');

/** Whether somebody may change a playlist. */
export const mayChange = ({ user_id: owner, deleted_at: deleted }: StoredPlaylist, userId: string): boolean =>
  deleted === undefined && owner === userId;
