import type { FlowTools } from './flow-tools.ts';

/** Bookmarks two titles, writes a note, reads a second page and removes them. Throws on an unexpected result. */
export const keepBookmarks = async ({ api, listener }: FlowTools): Promise<void> => {
  const { items: titles } = await api.call('catalog.list-content', { query: { limit: 2 } }, listener);
  for (const { id } of titles) await api.call('bookmarks.add-bookmark', { params: { contentId: id } }, listener);
  const params = { contentId: titles[0]?.id ?? '' };
  await api.call('bookmarks.set-note', { params, body: { note: 'Remember this' } }, listener);
  const first = await api.call('bookmarks.list-bookmarks', { query: { limit: 1 } }, listener);
  const second = await api.call(
    'bookmarks.list-bookmarks',
    { query: { limit: 1, cursor: first.next_cursor ?? '' } },
    listener,
  );
  const found = [...first.items, ...second.items];
  if (found.length !== 2 || !found.some(({ note, content }) => note === 'Remember this' && content !== null))
    throw new Error('The bookmarks differ from those that were added');
  for (const { content_id: contentId } of found)
    await api.call('bookmarks.remove-bookmark', { params: { contentId } }, listener);
};
