import { firstStamp } from '../rows/history-rows.ts';
import { waitFor } from '../stack/local-stack.ts';
import type { FlowTools } from './flow-tools.ts';

/**
 * A user's history from the first entry until it is cleared, with resume points and the queue. Throws on an unexpected
 * result.
 */
export const recordAndClearHistory = async ({ open, api }: FlowTools, contentId: string): Promise<void> => {
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
  const { items } = await api.call('history.get-queue', { query: {} }, token);
  const {
    items: [position],
  } = await api.call('history.list-positions', {}, token);
  if (items.length !== 1 || position?.position_seconds !== 60)
    throw new Error('The queue or the resume point differs from the saved one');
  await api.call('history.delete-entry', { params: { contentId } }, token);
  const { position: forgotten } = await api.call('history.get-position', { params: { contentId } }, token);
  if (forgotten) throw new Error('The resume point of a deleted entry still exists');

  await api.call('history.update-settings', { body: { paused: true } }, token);
  if ((await record()) !== undefined) throw new Error('An entry was added to a paused history');
  await api.call('history.update-settings', { body: { paused: false } }, token);
  if ((await api.call('history.get-settings', {}, token)).paused) throw new Error('The history is still paused');

  await record();
  await savePosition(0, 3, 90);
  await api.call('history.clear-history', {}, token);
  await waitFor('the removal of a cleared history', async () => {
    const remaining = [
      ...(await open.items(`USER#${id}`, 'HISTORY#')),
      ...(await open.items(`USER#${id}`, 'POSITION#')),
    ];
    return remaining.length === 0 ? true : undefined;
  });
};
