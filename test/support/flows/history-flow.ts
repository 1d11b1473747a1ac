import { firstStamp } from '../rows/history-rows.ts';
import type { OpenCloud } from '../stack/running-cloud.ts';
import { waitFor } from '../stack/local-stack.ts';

/**
 * A person's history from the first entry to its clearing, with places and the queue. Throws when something is not as
 * it should be.
 */
export const historyStep = async (open: OpenCloud, contentId: string): Promise<void> => {
  const { api } = open;
  const token = await open.person('viewer');
  const { id } = await api.call('account.get-me', {}, token);
  const record = () => api.call('history.record-history', { body: { content_id: contentId } }, token);
  const savePosition = (base_version: number, number: number, seconds: number) =>
    api.call(
      'history.save-position',
      {
        params: { contentId },
        body: { position_seconds: seconds, duration_seconds: 600, ...firstStamp, base_version, number },
      },
      token,
    );
  const queue = { content_ids: [contentId], index: 0, position_seconds: 30, ...firstStamp };

  await record();
  await savePosition(0, 1, 30);
  await savePosition(0, 2, 60);
  await api.call('history.save-queue', { body: queue }, token);
  const { contents } = await api.call('history.get-queue', { query: {} }, token);
  const {
    items: [position],
  } = await api.call('history.list-positions', {}, token);
  if (contents.length !== 1 || position?.position_seconds !== 60)
    throw new Error('The queue or the place is not as it was saved');
  await api.call('history.delete-entry', { params: { contentId } }, token);
  const { position: forgotten } = await api.call('history.get-position', { params: { contentId } }, token);
  if (forgotten) throw new Error('The place of a deleted entry is still there');

  await api.call('history.update-settings', { body: { paused: true } }, token);
  if ((await record()) !== undefined) throw new Error('A paused history was written');
  await api.call('history.update-settings', { body: { paused: false } }, token);
  if ((await api.call('history.get-settings', {}, token)).paused) throw new Error('The history is still paused');

  await record();
  await savePosition(0, 3, 90);
  await api.call('history.clear-history', {}, token);
  await waitFor('the removal of a cleared history', async () => {
    const left = [...(await open.items(`USER#${id}`, 'HISTORY#')), ...(await open.items(`USER#${id}`, 'POSITION#'))];
    return left.length === 0 ? true : undefined;
  });
};
