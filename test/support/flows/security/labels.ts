import { randomUUID } from 'node:crypto';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { openLive } from '../../browser/live-client.ts';
import { securityEventOf, someSecurityEvent } from '../../security-alerts.ts';
import { waitFor } from '../../stack/local-stack.ts';
import type { FlowTools } from '../flow-tools.ts';

/** Follows an attack from its events to the label of its alert, and reads the overview. */
export const labelAlerts = async ({ cloud, open, api, admin }: FlowTools): Promise<void> => {
  const userId = randomUUID();
  const monitor = await openLive(cloud.url, (await api.call('live.create-ticket', {}, admin)).ticket);
  await monitor.request({ action: 'subscribe', topics: [liveTopics.security] });
  const attack = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      await open.put(securityEventOf(someSecurityEvent(userId, 'login_failed')));
  };
  const alertWith = (count: number) =>
    waitFor(`the alert with ${count} events`, async () => {
      const { items } = await api.call('security.list-alerts', { query: {} }, admin);
      return items.find((alert) => alert.user_id === userId && alert.count === count);
    });
  await attack(3);
  const { id } = await alertWith(3);
  await attack(1);
  await alertWith(4);
  await waitFor('the live message', async () => monitor.changes(liveTopics.security)[0]);
  monitor.terminate();
  const params = { alertId: id };
  await api.call('security.acknowledge-alert', { params, body: { reason: 'Seen by the flow' } }, admin);
  for (const label of ['undetermined', 'true_positive'] as const)
    await api.call('security.label-alert', { params, body: { label } }, admin);

  await open.run('security-hours');
  const { kinds, precision } = await api.call('security.get-overview', {}, admin);
  if ((kinds.find(({ event_type: kind }) => kind === 'login_failed')?.count ?? 0) < 4)
    throw new Error('The overview does not count the events');
  if (precision.find(({ rule }) => rule === 'failed_logins')?.labels.true_positive !== 1)
    throw new Error('The label was not counted');
};
