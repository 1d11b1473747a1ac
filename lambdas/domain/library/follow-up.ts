import { changesHeld } from './held-content.ts';

type Image = Readonly<Record<string, unknown>> | undefined;

/** What is to be done after a change of the table, by whoever keeps likes and playlists. */
export type FollowUp = { readonly kind: 'content'; readonly id: string } | { readonly kind: 'playlist'; readonly id: string };

/** What a change of one stored item asks for: a content that likes and playlists show changed, or a playlist was deleted. Mostly nothing. */
export const followUpOf = (before: Image, after: Image): FollowUp | undefined => {
  const item = after ?? before;
  const id = item?.['id'];
  if (typeof id !== 'string') return undefined;
  if (item?.['type'] === 'CONTENT') return changesHeld(before, after) ? { kind: 'content', id } : undefined;
  const deleted = item?.['type'] === 'PLAYLIST' && after?.['deleted_at'] !== undefined && before?.['deleted_at'] === undefined;
  return deleted ? { kind: 'playlist', id } : undefined;
};
