import { bookmarkEntity } from '../../../lambdas/data/library/bookmark-repository.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';

/**
 * A valid call for each bookmark endpoint. `reader` has two bookmarks, so that the list has a second page, and every
 * caller adds the one that the later calls change.
 */
export const bookmarkRows = (
  reader: string,
  { marked, first, second }: { readonly marked: Content; readonly first: Content; readonly second: Content },
) => {
  const params = { contentId: marked.id };
  return {
    calls: {
      'bookmarks.list-bookmarks': [{ input: {}, success: 200 }],
      'bookmarks.add-bookmark': [{ input: { params }, success: 204 }],
      'bookmarks.set-note': [{ input: { params, body: { note: 'The chorus at 2:10' } }, success: 204 }],
      'bookmarks.remove-bookmark': [{ input: { params }, success: 204 }],
    },
    stored: [first, second].map(({ id }, index) =>
      bookmarkEntity.toItem({
        user_id: reader,
        content_id: id,
        created_at: `2026-02-01T00:00:00.00${index}Z`,
        note: 'Remember this',
      }),
    ),
  } as const;
};
