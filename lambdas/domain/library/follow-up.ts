import { changesSavedContent } from './saved-content.ts';

type Image = Readonly<Record<string, unknown>> | undefined;

/**
 * Work that a table change causes for likes, playlists and histories. `id` is that of the content item, the playlist or
 * the user.
 */
export interface FollowUp {
  readonly kind: 'content' | 'playlist' | 'history';
  readonly id: string;
}

/**
 * The work that a change of one stored item causes: a content item that likes and playlists show has changed, a
 * playlist was deleted, or a history was cleared. Undefined for most changes.
 */
export const followUpOf = (before: Image, after: Image): FollowUp | undefined => {
  const item = after ?? before;
  if (item?.['type'] === 'HISTORY_STATE') {
    const { user_id: userId, cleared_at: clearedAt } = item;
    return typeof userId === 'string' && clearedAt !== before?.['cleared_at']
      ? { kind: 'history', id: userId }
      : undefined;
  }
  const id = item?.['id'];
  if (typeof id !== 'string') return undefined;
  if (item?.['type'] === 'CONTENT') return changesSavedContent(before, after) ? { kind: 'content', id } : undefined;
  const deleted =
    item?.['type'] === 'PLAYLIST' && after?.['deleted_at'] !== undefined && before?.['deleted_at'] === undefined;
  return deleted ? { kind: 'playlist', id } : undefined;
};
