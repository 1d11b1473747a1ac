import { randomUUID } from 'node:crypto';
import { creatorEntity } from '../../../lambdas/data/content/creator-repository.ts';
import { ORGANIZATION_CREATOR } from '../../../lambdas/domain/creators/organization.ts';
import { tinyWav } from '../media/tiny-wav.ts';
import { waitFor } from '../stack/local-stack.ts';
import { contentKeyOf, type FlowTools } from './flow-tools.ts';

/** Reads every list of the catalog. Returns the ID of a new category. */
export const listCatalog = async ({ api, open, admin, listener }: FlowTools): Promise<string> => {
  const { id } = await api.call('catalog.create-category', { body: { name: `Films ${randomUUID()}` } }, admin);
  await api.call('catalog.list-categories', {}, listener);
  await api.call('catalog.list-creators', {}, admin);
  // As if the next upload were the first use of the organization's creator, which is created when it is needed.
  await open.remove(creatorEntity.key({ id: ORGANIZATION_CREATOR.id }));
  await api.call('dashboard.get-stats', {}, admin);
  await api.call('security.input-validator', { body: { data: 'rabbit', validationType: 'search_query' } }, admin);
  for (const query of [{}, { content_type: 'video' }, { category_id: id }] as const)
    await api.call('catalog.list-content', { query: { limit: 20, ...query } }, listener);
  await api.call('content.list-all-content', { query: { limit: 20 } }, admin);
  await api.call('search.search-content', { query: { q: 'before there is an index' } }, listener);
  await api.call('search.search-all-content', { query: { q: 'before there is an index' } }, admin);
  return id;
};

/** Publishes music in addition to the video, so that lists have a second page, and checks that they return a cursor. */
export const readSecondPages = async (tools: FlowTools, videoId: string): Promise<void> => {
  const { api, admin, listener } = tools;
  const { contentId, s3Key } = await tools.storeFile('music.wav', 'audio/wav', tinyWav());
  await tools.requestUpload({ action: 'complete', s3Key });
  await tools.createContent(s3Key, { status: 'published' });
  await tools.waitForConversion(contentId);
  for (const id of [videoId, contentId])
    await api.call('history.record-history', { body: { content_id: id } }, listener);
  const pages = [
    await api.call('catalog.list-content', { query: { limit: 1 } }, listener),
    await api.call('content.list-all-content', { query: { limit: 1 } }, admin),
    await api.call('content.list-all-content', { query: { limit: 1, status: 'published', sort: 'title' } }, admin),
    await api.call('content.list-all-content', { query: { limit: 1, status: 'published' } }, admin),
    await api.call('history.list-history', { query: { limit: 1 } }, listener),
  ];
  if (pages.some(({ next_cursor: cursor }) => cursor === null)) throw new Error('A list has no second page');
};

/**
 * Renames a category in use and replaces it with another; creates a creator, moves an item to it and back, and deletes
 * it.
 */
export const manageCatalog = async ({ open, api, admin }: FlowTools, videoId: string): Promise<void> => {
  const { until, read } = open;
  const content = contentKeyOf(videoId);
  const edit = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const { revision } = await api.call('catalog.get-content', { params: { id: videoId } }, admin);
    await api.call('content.update-content', { params: { id: videoId }, body: { revision, ...fields } }, admin);
  };
  const [old, next] = [
    await api.call('catalog.create-category', { body: { name: `Old ${videoId}` } }, admin),
    await api.call('catalog.create-category', { body: { name: `Next ${videoId}` } }, admin),
  ];
  await edit({ category_id: old.id });
  await api.call('catalog.rename-category', { params: { id: old.id }, body: { name: `Renamed ${videoId}` } }, admin);
  await until('the new name of the category', content, ({ category_name: name }) => name === `Renamed ${videoId}`);
  await api.call('catalog.delete-category', { params: { id: old.id }, query: { replacement: next.id } }, admin);
  await until('the other category', content, ({ category_id: id }) => id === next.id);
  await waitFor(
    'the end of the category',
    async () => ((await read({ pk: 'CATEGORY', sk: `CATEGORY#${old.id}` })) ? undefined : true),
    60_000,
  );
  const { items } = await api.call('catalog.list-managed-categories', {}, admin);
  if (items.find(({ id }) => id === next.id)?.content_count !== 1)
    throw new Error('The category does not count its item');

  const previousCreator = (await api.call('catalog.get-content', { params: { id: videoId } }, admin)).creator_id;
  const creator = await api.call('catalog.create-creator', { body: { name: 'A label', plan: 'business' } }, admin);
  await edit({ creator_id: creator.id });
  await api.call('catalog.update-creator', { params: { id: creator.id }, body: { name: 'Another label' } }, admin);
  await until('the new name of the creator', content, ({ creator_name: name }) => name === 'Another label');
  await edit({ creator_id: previousCreator });
  await api.call('catalog.delete-creator', { params: { id: creator.id } }, admin);
};
