import type { BulkAction, BulkJob } from '../../../lambdas/contract/content/bulk.ts';
import { waitFor } from '../stack/local-stack.ts';
import type { OpenCloud } from '../stack/running-cloud.ts';

const LONG_AGO = '2020-01-01T00:00:00.000Z';

/**
 * Jobs over contents with a preview, an undo, a second page, and a worker that stopped; then a publication and its end
 * by the clock. `videoId` is published before and afterwards; every other published content is deleted. Throws when
 * something is not as it should be.
 */
export const bulkStep = async (
  { api, change, until, run, read }: OpenCloud,
  admin: string,
  videoId: string,
): Promise<void> => {
  const content = { pk: `CONTENT#${videoId}`, sk: 'META' };
  const ended = (id: string): Promise<BulkJob> =>
    waitFor(
      `the end of job ${id}`,
      async () => {
        const job = await api.call('bulk.get-job', { params: { id } }, admin);
        return job.state === 'done' ? job : undefined;
      },
      60_000,
    );
  const work = async (action: BulkAction, ids: readonly string[]): Promise<BulkJob> => {
    await api.call('bulk.preview-job', { body: { action, ids: [...ids] } }, admin);
    const made = await api.call(
      'bulk.create-job',
      { body: { action, ids: [...ids], ...(action.kind === 'delete' ? { confirmed: ids.length } : {}) } },
      admin,
    );
    return ended(made.id);
  };
  const { items } = await api.call('catalog.list-content', { query: { limit: 20 } }, admin);
  const others = items.map(({ id }) => id).filter((id) => id !== videoId);
  const taken = await work({ kind: 'unpublish' }, [videoId, ...others]);
  if (taken.changed !== items.length) throw new Error('Not everything was taken back');
  const undo = await api.call('bulk.undo-job', { params: { id: taken.id } }, admin);
  if ((await ended(undo.id)).changed !== items.length) throw new Error('Not everything was put back');
  const pages = [
    await api.call('bulk.list-jobs', { query: { limit: 1 } }, admin),
    await api.call('bulk.list-items', { params: { id: taken.id }, query: { limit: 1 } }, admin),
  ];
  if (pages.some(({ next_cursor: cursor }) => cursor === null)) throw new Error('A list has no second page');
  if ((await work({ kind: 'delete' }, others)).changed !== others.length) throw new Error('Not everything was deleted');

  // As if its worker had stopped: the clock finds it.
  await change(
    { pk: `JOB#${taken.id}`, sk: 'META' },
    {
      state: 'running',
      lease_by: 'nobody',
      lease_until: LONG_AGO,
      gsi2pk: 'OPEN_JOB',
      gsi2sk: `${LONG_AGO}#${taken.id}`,
    },
  );
  await run('content-schedule');
  await ended(taken.id);

  const plan = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const { revision } = await api.call('catalog.get-content', { params: { id: videoId } }, admin);
    await api.call('content.update-content', { params: { id: videoId }, body: { revision, ...fields } }, admin);
  };
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await plan({ status: 'draft', publish_at: LONG_AGO, unpublish_at: later });
  await run('content-schedule');
  await until('the planned publication', content, ({ status }) => status === 'published');
  await plan({ unpublish_at: LONG_AGO });
  await run('content-schedule');
  await until('its planned end', content, ({ status }) => status === 'draft');
  if (await read({ pk: content.pk, sk: 'SCHEDULE' })) throw new Error('The plan is still noted');
  await plan({ status: 'published' });
};

/** A category with a content is renamed and gives way to another; a creator comes, gets a content, and goes. */
export const catalogStep = async ({ api, until, read }: OpenCloud, admin: string, videoId: string): Promise<void> => {
  const content = { pk: `CONTENT#${videoId}`, sk: 'META' };
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
    20_000,
  );
  const { items } = await api.call('catalog.list-managed-categories', {}, admin);
  if (items.find(({ id }) => id === next.id)?.content_count !== 1)
    throw new Error('The category does not count its content');

  const home = (await api.call('catalog.get-content', { params: { id: videoId } }, admin)).creator_id;
  const creator = await api.call('catalog.create-creator', { body: { name: 'A label', plan: 'business' } }, admin);
  await edit({ creator_id: creator.id });
  await api.call('catalog.update-creator', { params: { id: creator.id }, body: { name: 'Another label' } }, admin);
  await until('the new name of the creator', content, ({ creator_name: name }) => name === 'Another label');
  await edit({ creator_id: home });
  await api.call('catalog.delete-creator', { params: { id: creator.id } }, admin);
};
