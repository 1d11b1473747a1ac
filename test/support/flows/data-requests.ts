import { randomUUID } from 'node:crypto';
import { SETTINGS } from '../../../lambdas/data/admin/settings-entity.ts';
import { SAFETY_POLICY } from '../../../lambdas/data/safety/policy-entity.ts';
import { itemsNaming, itemsOfPerson, newStoredPerson } from '../privacy/stored-person.ts';
import { codeIn } from '../stack/session.ts';
import { waitFor } from '../stack/local-stack.ts';
import { downloadExportByScript } from './smart-tokens.ts';
import { LONG_AGO, type FlowTools } from './flow-tools.ts';

/** The text of a withdraw link in a mail. */
const LINK = /keep-account#([\w.-]+)/;

/** An administrator and a user without stored rights ask for erasure. They stay disabled. */
const askInOtherWays = async ({ open, api }: FlowTools): Promise<void> => {
  for (const token of [await open.person('leaving-admin', { admin: true }), await open.person('leaving-stranger')])
    await api.call('data-requests.create-request', { body: { request_type: 'erasure' } }, token);
};

/** Partitions whose items exist. */
const VERSIONED: ReadonlySet<string> = new Set([SETTINGS, SAFETY_POLICY]);

/**
 * Exports the data of a user, withdraws their erasure, and erases them together with items of every kind that belong to
 * them or name them. Also reads the second page of all requests.
 */
export const exportAndErase = async (tools: FlowTools): Promise<void> => {
  const { open, api, admin } = tools;
  await askInOtherWays(tools);
  const { session } = open;
  const [email, password] = [`leaver-${randomUUID()}@example.org`, `Pass-${randomUUID()}`];
  await session.signUp(email, password);
  await session.confirm(email, codeIn(await open.mailTo(email)));
  const token = await session.signIn(email, password);
  const { id } = await api.call('account.get-me', {}, token);
  const person = { ...newStoredPerson(), id, email };
  for (const item of itemsNaming(person)) {
    const { pk } = item;
    // Later steps save the next version of settings and policy.
    if (VERSIONED.has(pk)) await open.change({ pk, sk: 'CURRENT' }, { updated_by: id });
    else await open.put(item);
  }
  for (const item of itemsOfPerson(person, 'moderator'))
    if (!['PROFILE', 'COUNTED', 'OPEN_EXPORT'].includes(String(item['type']))) await open.put(item);

  const { id: exportId } = await api.call('data-requests.create-request', { body: { request_type: 'export' } }, token);
  await open.mailTo(email, /ready/);
  const { items } = await api.call('data-requests.list-own', {}, token);
  if (items.find((one) => one.id === exportId)?.status !== 'completed') throw new Error('The export is not complete');
  const { url } = await api.call('data-requests.get-download', { params: { id: exportId } }, token);
  const file = await fetch(url);
  if (!file.ok) throw new Error(`The download answered ${file.status}`);
  await downloadExportByScript(tools, token, exportId);

  const erase = (by: string) => api.call('data-requests.create-request', { body: { request_type: 'erasure' } }, by);
  await erase(token);
  const withdraw = LINK.exec((await open.mailTo(email, /deleted/)).body)?.[1] ?? '';
  await api.call('data-requests.withdraw-request', { body: { token: withdraw } });
  for (const item of itemsOfPerson(person)) if (item['type'] === 'OPEN_EXPORT') await open.put(item);
  const { id: requestId } = await erase(await session.signIn(email, password));
  const all = await api.call('data-requests.list-requests', { query: { limit: 1 } }, admin);
  await api.call('data-requests.list-requests', { query: { limit: 1, cursor: all.next_cursor ?? '' } }, admin);
  const key = { pk: `REQUESTS#${id}`, sk: `REQUEST#${requestId}` };
  // The worker that mails the link stores the request in the index of erasures, by the start that it has read.
  await waitFor('the second link', async () => (await open.read(key))?.['secret_hash'] ?? undefined);
  await open.change(key, { starts_at: LONG_AGO, gsi2sk: `${LONG_AGO}#${requestId}` });
  await open.run('privacy-erase');
  if ((await open.read(key))?.['status'] !== 'completed') throw new Error('The account was not erased');
  await open.mailTo(email, /was deleted/);
  const { receipt } = await api.call('data-requests.get-request', { params: { userId: id, id: requestId } }, admin);
  if (receipt === null) throw new Error('Administrators cannot open the receipt');
};
