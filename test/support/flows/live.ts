import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { liveTopics } from '../../../lambdas/contract/live/live-topics.ts';
import { openLive, type LiveClient } from '../browser/live-client.ts';
import { waitFor } from '../stack/local-stack.ts';
import type { FlowTools } from './flow-tools.ts';

/** A connection ID that the gateway does not know. */
const STALE_CONNECTION = 'AAAAAAAAAAAAAAA=';
const TEN_MINUTES_MS = 600_000;

/**
 * Uses the live channel from a ticket to its close, and every operation its functions perform. Throws on an unexpected
 * result.
 */
export const followLiveChanges = async ({ cloud, open, api }: FlowTools): Promise<void> => {
  const token = await open.person('follower');
  const { id } = await api.call('account.get-me', {}, token);
  const topic = liveTopics.user(id);
  const connect = async (): Promise<LiveClient> =>
    openLive(cloud.url, (await api.call('live.create-ticket', {}, token)).ticket);
  const connections = async (): Promise<readonly string[]> =>
    (await open.items(`CONNECTIONS#${id}`)).map(({ connection_id: connection }) => String(connection));
  /** Stores another connection of the same user and topic that no client has open. */
  const storeStale = async (connection: string): Promise<void> => {
    const items = [
      await open.read({ pk: `CONNECTION#${connection}`, sk: 'META' }),
      ...(await open.items(`CONNECTIONS#${id}`, connection)),
      ...(await open.items(`TOPIC#${topic}`, 'CONNECTION#')),
    ];
    const own = items.filter((item) => item?.['connection_id'] === connection);
    if (own.length !== 3) throw new Error(`A connection has ${own.length} items`);
    for (const item of own)
      await open.put({
        ...(JSON.parse(JSON.stringify(item).replaceAll(connection, STALE_CONNECTION)) as object),
        connected_at: Date.now() - TEN_MINUTES_MS,
      });
  };
  const staleRemoved = () =>
    waitFor('the removal of the stale connection', async () =>
      (await open.read({ pk: `CONNECTION#${STALE_CONNECTION}`, sk: 'META' })) ? undefined : true,
    );

  const client = await connect();
  await client.request({ action: 'subscribe', topics: [topic] });
  const [first = ''] = await connections();
  await storeStale(first);
  await api.call('account.update-me', { body: { full_name: 'A New Name' } }, token);
  await waitFor('the change', async () => client.changes(topic)[0]);
  await staleRemoved();

  const queue = cloud.queues.find(open.variable('live-fan-out', 'SENDING_QUEUE_URL'));
  const before = queue?.counts();
  cloud.queues.sendTo(queue?.arn ?? '', {
    body: JSON.stringify({ topic, claim: 'too early', due_at: Date.now() + 1000 }),
  });
  await waitFor('a message that is delayed again', async () =>
    (queue?.counts().delayed ?? 0) > (before?.delayed ?? 0) ? true : undefined,
  );

  const unknown = await connect();
  await unknown.request({ action: 'ping' });
  await unknown.request({ action: 'subscribe', topics: [topic] });
  await unknown.request({ action: 'unsubscribe', topics: [topic] });
  for (const connection of await connections())
    if (connection !== first) await open.remove({ pk: `CONNECTION#${connection}`, sk: 'META' });
  unknown.sendRaw('{"action":"ping"}');
  await unknown.waitUntilClosed();

  await storeStale(first);
  await open.change(rightsEntity.key({ user_id: id }), { role: 'moderator' });
  await client.waitUntilClosed();
  await staleRemoved();
};
