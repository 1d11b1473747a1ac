import { waitFor } from '../stack/local-stack.ts';
import type { FlowTools } from './flow-tools.ts';

/**
 * Reports playlists, dismisses the reports of one and hides another, and shows it again, with second pages. Hides the
 * first one too, and deletes it with its reports.
 */
export const moderatePlaylists = async ({ open, api, listener, admin, waitUntilDeleted }: FlowTools): Promise<void> => {
  const curator = await open.person('shared playlists');
  const share = async (title: string): Promise<{ readonly id: string }> => {
    const { id } = await api.call('library.create-playlist', { body: { title, visibility: 'public' } }, curator);
    return { id };
  };
  const [first, second] = [await share('First'), await share('Second')];
  const body = { reason: 'spam' as const, text: 'Reported by the flow' };
  for (const params of [first, second])
    for (const token of [listener, admin, listener]) await api.call('library.report-playlist', { params, body }, token);

  const page = await waitFor('the second reported playlist', async () => {
    const found = await api.call('moderation.list-reported-playlists', { query: { limit: 1 } }, admin);
    return found.next_cursor === null ? undefined : found;
  });
  const [reported] = page.items;
  if (!reported || reported.report_count !== 2)
    throw new Error(`${reported?.report_count} reports were counted, not 2`);
  await api.call('moderation.list-reported-playlists', { query: { limit: 1, cursor: page.next_cursor ?? '' } }, admin);
  const { items } = await api.call('moderation.list-reports', { params: first, query: {} }, admin);
  if (items.length !== 2) throw new Error(`${items.length} reports are listed, not 2`);
  await api.call(
    'moderation.dismiss-reports',
    { params: { id: reported.playlist.id }, body: { revision: reported.revision } },
    admin,
  );

  const decision = { reason: 'Requested by the flow' };
  await api.call('moderation.hide-playlist', { params: second, body: decision }, admin);
  const denied = await api.request('library.get-playlist', { params: second }, listener);
  if (denied.status !== 404) throw new Error(`A hidden playlist returned ${denied.status}`);
  await waitFor('the hidden playlist', async () => {
    const hidden = await api.call('moderation.list-hidden-playlists', { query: {} }, admin);
    return hidden.items.some(({ id }) => id === second.id) ? true : undefined;
  });
  await api.call('moderation.show-playlist', { params: second, body: decision }, admin);
  const log = await api.call('audit.list-entries', { query: { limit: 1, target_id: second.id } }, admin);
  if (log.items[0]?.target_name !== 'Second') throw new Error('The decision was not recorded with its playlist');
  // Its reports are dismissed, so none are closed.
  await api.call('moderation.hide-playlist', { params: first, body: decision }, admin);
  await api.call('library.delete-playlist', { params: first }, curator);
  await waitUntilDeleted({ pk: `REPORTS#${first.id}`, sk: 'META' });
};
