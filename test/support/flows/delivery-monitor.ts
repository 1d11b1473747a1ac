import { siteHourEntity } from '../../../lambdas/data/delivery/delivery-entities.ts';
import { deliveryAlertEntity } from '../../../lambdas/data/delivery/watch-entities.ts';
import { NO_DELIVERY } from '../../../lambdas/domain/delivery/sums.ts';
import type { FlowTools } from './flow-tools.ts';

const HOUR_MS = 3_600_000;

/** Looks at the delivery, raises an alert about hours with few hits, resolves it, and reads what the monitor shows. */
export const monitorDelivery = async ({ clock, open, api, admin }: FlowTools, videoId: string): Promise<void> => {
  const hour = new Date(Math.floor(clock.now() / HOUR_MS - 1) * HOUR_MS).toISOString();
  // So many that the requests of this test, which the logs add, do not matter.
  const requests = 1_000_000;
  const setRatio = (percent: number) => {
    const hits = (requests * percent) / 100;
    return open.put(siteHourEntity.toItem({ ...NO_DELIVERY, hour, requests, hits, misses: requests - hits }));
  };
  const openRules = async (): Promise<readonly string[]> =>
    (await api.call('delivery-monitor.get-overview', {}, admin)).open_alerts.map(({ rule }) => rule);
  await setRatio(10);
  await open.run('delivery-watch');
  if (!(await openRules()).includes('cache-hit-ratio')) throw new Error('Few hits raised no alert');
  await setRatio(95);
  await open.run('delivery-watch');
  if ((await openRules()).includes('cache-hit-ratio')) throw new Error('The alert about few hits was not resolved');
  const { figures, media, sources } = await api.call('delivery-monitor.get-overview', {}, admin);
  if (Math.round(figures.hit_ratio.value ?? 0) !== 95 || figures.probe_response.n < 1)
    throw new Error(`The monitor shows ${JSON.stringify(figures)}`);
  if (sources.some(({ failed_since }) => failed_since !== null))
    throw new Error(`A source could not be read: ${JSON.stringify(sources)}`);
  if (!media || media.titles < 1) throw new Error('The worker did not count the published titles');
  const { items } = await api.call('delivery-monitor.list-alerts', {}, admin);
  const resolved = items.find(({ rule }) => rule === 'cache-hit-ratio');
  if (!resolved || Math.round(resolved.resolved_value ?? 0) !== 95) throw new Error('The alert has no outcome');
  await open.put(deliveryAlertEntity.toItem({ ...resolved, created_at: hour }));
  const first = await api.call('delivery-monitor.list-alerts', { query: { limit: 1 } }, admin);
  const cursor = first.next_cursor ?? '';
  await api.call('delivery-monitor.list-alerts', { query: { limit: 1, cursor } }, admin);
  await api.call('delivery-monitor.list-hours', {}, admin);
  await api.call('delivery-monitor.ai-cdn-optimizer', { body: {} }, admin);
  const { cdn_distribution_id: id } = await api.call('catalog.get-content', { params: { id: videoId } }, admin);
  const distributionId = id ?? '';
  const status = await api.call('delivery-monitor.check-cdn-status', { body: { distributionId } }, admin);
  if (!status.distribution.isComplete) throw new Error('The distribution is not deployed');
};
