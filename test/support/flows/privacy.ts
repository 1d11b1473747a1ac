import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { retentionMs } from '../../../lambdas/contract/retention.ts';
import { securityEventItem } from '../privacy/security-event-item.ts';
import { historyEntity } from '../../../lambdas/data/history/history-repository.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { someDecision } from '../rows/privacy-rows.ts';
import { DAY_MS, LONG_AGO, type FlowTools } from './flow-tools.ts';

/** A user decides about privacy, changes their mind and reads both pages of the history. */
export const decideAboutPrivacy = async ({ open, api }: FlowTools): Promise<void> => {
  const token = await open.person('a decision');
  const { consent: none } = await api.call('privacy.get-consent', {}, token);
  if (none) throw new Error('A new user has already decided');
  await api.call('privacy.record-privacy-consent', { body: someDecision }, token);
  await api.call('privacy.withdraw-consent', {}, token);
  const { consent } = await api.call('account.get-me', {}, token);
  if (consent?.length !== 0) throw new Error('The withdrawal does not apply to the next call');
  await api.call('privacy.get-notice', { params: { hash: someDecision.notice_hash } }, token);
  const first = await api.call('privacy.list-consents', { query: { limit: 1 } }, token);
  const second = await api.call(
    'privacy.list-consents',
    { query: { limit: 1, cursor: first.next_cursor ?? '' } },
    token,
  );
  const events = [...first.items, ...second.items].map(({ event }) => event);
  if (events.join() !== 'withdrawn,recorded') throw new Error(`The history is ${events.join()}`);
};

/** Users of whom the daily cleanup visits one each day. */
const userIds = Array.from(
  { length: 28 },
  (_, index) => `${index.toString(16).padStart(8, '0')}${randomUUID().slice(8)}`,
);

/** A user who was here years ago, with an entry of their history from that time. */
const someOldUser = (userId: string): readonly StoredItem[] => [
  profileEntity.toItem({
    id: userId,
    email: `old-${userId}@example.org`,
    full_name: '',
    created_at: LONG_AGO,
    ...(userId === userIds[0] ? {} : { active_at: LONG_AGO }),
  }),
  historyEntity.toItem({
    user_id: userId,
    content_id: `cnt_${ulid()}`,
    watched_at: LONG_AGO,
    title: 'Long ago',
    artist: '',
    content_type: 'music',
    thumbnail_url: null,
    creator_id: `crt_${ulid()}`,
    creator_name: '',
  }),
];

const someOldEvent = (): StoredItem =>
  securityEventItem(userIds[0] ?? '', new Date(Date.now() - retentionMs('security_events') - DAY_MS).toISOString());

/** Stores what has expired, without the time to live, so that only the cleanup removes it. Returns the number. */
const storeExpired = async ({ open }: FlowTools): Promise<number> => {
  const items = [...userIds.flatMap(someOldUser), someOldEvent()];
  for (const { expires_at: _never, ...item } of items) await open.put(item);
  return items.length - userIds.length;
};

/** An unused account, of a user and of an administrator, whose deletion was announced in time. */
const storeUnused = async ({ open, api }: FlowTools): Promise<readonly string[]> => {
  const tokens = [await open.person('unused'), await open.person('unused-admin', { admin: true })];
  const ids = await Promise.all(tokens.map(async (token) => (await api.call('account.get-me', {}, token)).id));
  const since = { active_at: LONG_AGO, first_warned_at: LONG_AGO, last_warned_at: LONG_AGO };
  for (const id of ids) await open.change(profileEntity.key({ id }), since);
  const unknown = randomUUID();
  await open.put(profileEntity.toItem({ id: unknown, email: '', full_name: '', created_at: LONG_AGO, ...since }));
  return [...ids, unknown];
};

/** Tries the cleanup, runs it, and reads what it removed; then runs the daily one, which also warns old users. */
export const removeExpiredData = async (tools: FlowTools): Promise<void> => {
  const { open, api, admin } = tools;
  const count = async (body: { readonly dry_run?: boolean }) => {
    let run = await api.call('retention.cleanup-expired-data', { body }, admin);
    do run = await api.call('retention.cleanup-expired-data', { body: { ...body, run_id: run.id } }, admin);
    while (run.finished_at === null);
    return run.total_records_cleaned;
  };
  const stored = await storeExpired(tools);
  if ((await count({ dry_run: true })) < stored) throw new Error('The dry run does not find everything');
  if ((await count({})) < stored) throw new Error('The cleanup does not remove everything');
  if ((await count({ dry_run: true })) !== 0) throw new Error('Expired data still exists');
  await storeExpired(tools);
  const unused = await storeUnused(tools);
  await open.run('cleanup');
  const { runs } = await api.call('retention.list-policies', {}, admin);
  const [daily] = runs;
  const tables = daily?.tables.map(({ table_name: name, records }) => `${name}: ${records}`).join();
  if (daily?.started_by !== 'schedule' || tables !== 'security_events: 1,usage_data: 1')
    throw new Error(`The daily cleanup removed ${tables}`);
  await open.mailTo(`old-${userIds[1]}@example.org`, /will be deleted/);
  await open.run('privacy-erase');
  for (const id of unused)
    if (await open.read(profileEntity.key({ id }))) throw new Error('An unused account was not erased');
  await api.call('retention.get-consent-numbers', {}, admin);
};
