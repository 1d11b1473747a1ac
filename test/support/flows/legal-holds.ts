import { ulid } from 'ulid';
import { historyEntity } from '../../../lambdas/data/history/history-repository.ts';
import { securityEventItem } from '../privacy/security-event-item.ts';
import { waitFor } from '../stack/local-stack.ts';
import type { FlowTools } from './flow-tools.ts';

const reason = 'Lawsuit 7';

/**
 * Sets a legal hold on the data of a user, which then does not expire and is not erased although its user asks for it;
 * then releases the hold.
 */
export const holdData = async ({ open, api, admin }: FlowTools): Promise<void> => {
  const token = await open.person('held');
  const { id } = await api.call('account.get-me', {}, token);
  const at = new Date().toISOString();
  const items = [
    historyEntity.toItem({
      user_id: id,
      content_id: `cnt_${ulid()}`,
      watched_at: at,
      title: 'A title',
      artist: '',
      content_type: 'music',
      thumbnail_url: null,
      creator_id: `crt_${ulid()}`,
      creator_name: '',
    }),
    securityEventItem(id, at),
  ];
  for (const item of items) await open.put(item);
  const expires = (count: number) =>
    waitFor(`${count} items that expire`, async () => {
      const stored = await Promise.all(items.map(({ pk, sk }) => open.read({ pk, sk })));
      return stored.filter((item) => item?.['expires_at'] !== undefined).length === count ? true : undefined;
    });
  await api.call('retention.set-hold', { body: { user_id: id, reason } }, admin);
  await expires(0);
  const { items: holds } = await api.call('retention.list-holds', {}, admin);
  if (!holds.some(({ user_id: held }) => held === id)) throw new Error('The hold is not listed');
  const { held_since: since } = await api.call('data-requests.list-own', {}, token);
  if (since === null) throw new Error('The user does not see the hold');
  const asked = await api.call('data-requests.create-request', { body: { request_type: 'erasure' } }, token);
  if (asked.held_since === null) throw new Error('The erasure does not wait');
  await open.run('privacy-erase');
  await api.call('retention.release-hold', { params: { id }, body: { reason } }, admin);
  await expires(2);
  const request = await open.read({ pk: `REQUESTS#${id}`, sk: `REQUEST#${asked.id}` });
  if (request?.['status'] !== 'pending' || request['held_since'] !== undefined)
    throw new Error('The erasure still waits');
};
