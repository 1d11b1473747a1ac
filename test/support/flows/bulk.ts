import type { BulkAction, BulkJob } from '../../../lambdas/contract/content/bulk.ts';
import { waitFor } from '../stack/local-stack.ts';
import { contentKeyOf, DAY_MS, LONG_AGO, type FlowTools } from './flow-tools.ts';

/**
 * Runs bulk jobs with a preview, an undo, a second page and a stopped worker, then a scheduled publication and its
 * end. `videoId` is published before and after; every other published item is deleted. Throws on an unexpected result.
 */
export const runBulkJobs = async ({ open, api, admin }: FlowTools, videoId: string): Promise<void> => {
  const { change, until, run, read } = open;
  const content = contentKeyOf(videoId);
  const waitForEnd = (id: string): Promise<BulkJob> =>
    waitFor(
      `the end of job ${id}`,
      async () => {
        const job = await api.call('bulk.get-job', { params: { id } }, admin);
        return job.state === 'done' ? job : undefined;
      },
      60_000,
    );
  const runJob = async (action: BulkAction, ids: readonly string[]): Promise<BulkJob> => {
    await api.call('bulk.preview-job', { body: { action, ids: [...ids] } }, admin);
    const made = await api.call(
      'bulk.create-job',
      { body: { action, ids: [...ids], ...(action.kind === 'delete' ? { confirmed: ids.length } : {}) } },
      admin,
    );
    return waitForEnd(made.id);
  };
  const { items } = await api.call('catalog.list-content', { query: { limit: 20 } }, admin);
  const others = items.map(({ id }) => id).filter((id) => id !== videoId);
  const unpublished = await runJob({ kind: 'unpublish' }, [videoId, ...others]);
  if (unpublished.changed !== items.length) throw new Error('Not everything was unpublished');
  const undo = await api.call('bulk.undo-job', { params: { id: unpublished.id } }, admin);
  if ((await waitForEnd(undo.id)).changed !== items.length) throw new Error('Not everything was restored');
  const category = await api.call('catalog.create-category', { body: { name: `Moved ${videoId}` } }, admin);
  const moved = await runJob({ kind: 'move', category_id: category.id }, [videoId]);
  if (moved.changed !== 1) throw new Error('The item was not moved');
  await waitForEnd((await api.call('bulk.undo-job', { params: { id: moved.id } }, admin)).id);
  const pages = [
    await api.call('bulk.list-jobs', { query: { limit: 1 } }, admin),
    await api.call('bulk.list-items', { params: { id: unpublished.id }, query: { limit: 1 } }, admin),
  ];
  if (pages.some(({ next_cursor: cursor }) => cursor === null)) throw new Error('A list has no second page');
  if ((await runJob({ kind: 'delete' }, others)).changed !== others.length)
    throw new Error('Not everything was deleted');

  // As if the worker had stopped: the schedule restarts the job.
  await change(
    { pk: `JOB#${unpublished.id}`, sk: 'META' },
    {
      state: 'running',
      lease_by: 'stopped-worker',
      lease_until: LONG_AGO,
      gsi2pk: 'OPEN_JOB',
      gsi2sk: `${LONG_AGO}#${unpublished.id}`,
    },
  );
  await run('content-schedule');
  await waitForEnd(unpublished.id);

  const edit = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const { revision } = await api.call('catalog.get-content', { params: { id: videoId } }, admin);
    await api.call('content.update-content', { params: { id: videoId }, body: { revision, ...fields } }, admin);
  };
  const later = new Date(Date.now() + DAY_MS).toISOString();
  // Publishing early ends the planned publication and leaves the planned end. The undo restores both.
  await edit({ status: 'draft', publish_at: new Date(Date.now() + DAY_MS / 2).toISOString(), unpublish_at: later });
  const early = await runJob({ kind: 'publish' }, [videoId]);
  await until('the planned end', { ...content, sk: 'SCHEDULE' }, ({ due_at: due }) => due === later);
  await waitForEnd((await api.call('bulk.undo-job', { params: { id: early.id } }, admin)).id);
  await edit({ status: 'draft', publish_at: LONG_AGO, unpublish_at: later });
  await run('content-schedule');
  await until('the planned publication', content, ({ status }) => status === 'published');
  await edit({ unpublish_at: LONG_AGO });
  await run('content-schedule');
  await until('the planned end', content, ({ status }) => status === 'draft');
  if (await read({ pk: content.pk, sk: 'SCHEDULE' })) throw new Error('The schedule item was not deleted');
  await edit({ status: 'published' });
};
