import type { FlowTools } from './flow-tools.ts';

/**
 * Checks that changes are recorded in the audit log, can be filtered by each field and paged, and are sealed, also
 * after an interrupted run. Changes the settings and reads them back.
 */
export const readAuditLog = async ({ cloud, open, api, admin }: FlowTools): Promise<void> => {
  const { version } = await api.call('settings.get-settings', {}, admin);
  const body = {
    version,
    platform_name: 'Meadow',
    platform_description: 'Films of animals',
    plan_contact: 'plans@example.com',
    auto_approve_uploads: false,
    content_moderation: true,
    analysis_budget_title_usd: 1.5,
    analysis_budget_month_usd: 50,
    analysis_transcribe_music: false,
  };
  await api.call('settings.update-settings', { body }, admin);
  await api.call(
    'settings.update-settings',
    { body: { ...body, version: version + 1, content_moderation: false } },
    admin,
  );
  const shown = await api.call('settings.get-public', {});
  if (shown.platform_name !== 'Meadow') throw new Error('The public settings do not show the new name');
  const versions = await api.call('settings.list-versions', { query: { limit: 1 } }, admin);
  if (versions.next_cursor === null) throw new Error('The settings have no previous version');

  const first = await api.call('audit.list-entries', { query: { limit: 1 } }, admin);
  const [entry] = first.items;
  if (entry?.action !== 'settings.changed' || first.next_cursor === null)
    throw new Error('The change was not recorded');
  await api.call('audit.list-entries', { query: { limit: 1, cursor: first.next_cursor } }, admin);
  const ofContent = await api.call('audit.list-entries', { query: { limit: 1, target_type: 'content' } }, admin);
  if (ofContent.items.length === 0) throw new Error('No change of a content item was recorded');
  const { actor_id, action, target_type, target_id } = entry;
  for (const query of [{ actor_id }, { action }, { target_type }, { target_id }]) {
    const { items } = await api.call('audit.list-entries', { query: { limit: 1, ...query } }, admin);
    if (items[0]?.id !== entry.id) throw new Error(`The entry is not found by ${Object.keys(query).join()}`);
  }

  await open.run('audit-seal');
  const partition = `AUDIT_SEAL#${entry.at.slice(0, 7)}`;
  const seal = async (seq: number) => open.read({ pk: partition, sk: String(seq).padStart(8, '0') });
  const bucket = open.variable('audit-seal', 'AUDIT_BUCKET');
  const copies: string[] = [];
  for await (const key of cloud.s3.listKeys(bucket)) copies.push(key);
  const begin = Number(copies.at(-1)?.split('/').at(-1)?.split('.')[0]);
  let last = 0;
  while (await seal(last + 1)) last += 1;
  // As if the run had been killed between writing the copy and writing the table. In one transaction: a scheduled run
  // that saw only some of the links would seal their entries again.
  await open.removeTogether([
    ...Array.from({ length: last - begin + 1 }, (_, index) => ({
      pk: partition,
      sk: String(begin + index).padStart(8, '0'),
    })),
    ...(begin === 1 ? [{ pk: 'AUDIT_MONTH', sk: entry.at.slice(0, 7) }] : []),
  ]);
  await open.run('audit-seal');
  if (!(await seal(last))) throw new Error('The interrupted run was not resumed');
};
