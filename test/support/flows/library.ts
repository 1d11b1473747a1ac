import type { FlowTools } from './flow-tools.ts';

/**
 * Likes titles and edits playlists, with second pages. An unpublished item is hidden in them and returns; a deleted
 * playlist is removed with its entries.
 */
export const editLibrary = async (tools: FlowTools, videoId: string): Promise<void> => {
  const { api, listener } = tools;
  const { items } = await api.call('catalog.list-content', { query: { limit: 2 } }, listener);
  const ids = items.map(({ id }) => id);
  const other = ids.find((id) => id !== videoId) ?? '';
  for (const contentId of ids) await api.call('library.like-content', { params: { contentId } }, listener);
  const [first, second] = [await createPlaylist(tools, 'First'), await createPlaylist(tools, 'Second')];
  for (const contentId of ids) await api.call('library.add-entry', { params: { id: first.id, contentId } }, listener);
  await api.call('library.list-containing-playlists', { params: { contentId: videoId } }, listener);
  const { revision } = await api.call('library.get-playlist', { params: { id: first.id } }, listener);
  await api.call(
    'library.move-entry',
    { params: { id: first.id, contentId: ids[1] ?? '' }, body: { revision, after: null } },
    listener,
  );
  await api.call(
    'library.update-playlist',
    { params: { id: second.id }, body: { revision: 1, title: 'The second' } },
    listener,
  );
  const pages = [
    await api.call('library.list-likes', { query: { limit: 1 } }, listener),
    await api.call('library.list-playlists', { query: { limit: 1 } }, listener),
    await api.call('library.list-public-playlists', { query: { limit: 1 } }, listener),
    await api.call('library.list-entries', { params: { id: first.id }, query: { limit: 1 } }, listener),
  ];
  if (pages.some(({ next_cursor: cursor }) => cursor === null)) throw new Error('A list has no second page');
  await hideAndShow(tools, videoId);
  const { ids: liked } = await api.call('library.list-liked-ids', {}, listener);
  if (liked.length !== 2) throw new Error(`The user has ${liked.length} likes, not 2`);
  await api.call('library.remove-entry', { params: { id: first.id, contentId: other } }, listener);
  await api.call('library.unlike-content', { params: { contentId: other } }, listener);
  await api.call('library.add-entry', { params: { id: second.id, contentId: videoId } }, listener);
  await api.call('library.delete-playlist', { params: { id: second.id } }, listener);
  await tools.waitUntilDeleted({ pk: `PLAYLIST#${second.id}`, sk: 'META' });
  await switchOwner(tools);
};

/** Disables and enables a user with a public playlist, and waits until it follows. */
const switchOwner = async ({ open, api, admin }: FlowTools): Promise<void> => {
  const token = await open.person('curator');
  const { id: userId } = await api.call('account.get-me', {}, token);
  const body = { title: 'Curated', visibility: 'public' as const };
  const { id } = await api.call('library.create-playlist', { body }, token);
  const isHidden = (hidden: boolean) =>
    open.until(
      `the playlist of the ${hidden ? 'disabled' : 'enabled'} user`,
      { pk: `PLAYLIST#${id}`, sk: 'META' },
      (playlist) => playlist['owner_disabled'] === hidden,
    );
  const request = { params: { id: userId }, body: { reason: 'Requested by the flow' } };
  await api.call('people.disable-person', request, admin);
  await isHidden(true);
  await api.call('people.enable-person', request, admin);
  await isHidden(false);
};

const createPlaylist = ({ api, listener }: FlowTools, title: string) =>
  api.call('library.create-playlist', { body: { title, visibility: 'public' } }, listener);

/** Unpublishes and publishes an item, and waits until its like follows. */
const hideAndShow = async ({ open, api, listener, setStatus }: FlowTools, contentId: string): Promise<void> => {
  const { id: user } = await api.call('account.get-me', {}, listener);
  const likeIsShown = (isShown: boolean) =>
    open.until(
      `the like of the ${isShown ? 'published' : 'unpublished'} item`,
      { pk: `USER#${user}`, sk: `LIKE#${contentId}` },
      (like) => like['shown'] === isShown,
    );
  await setStatus(contentId, 'draft');
  await likeIsShown(false);
  await setStatus(contentId, 'published');
  await likeIsShown(true);
};
