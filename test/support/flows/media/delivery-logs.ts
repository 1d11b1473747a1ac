import {
  creatorDayEntity,
  deliveredEntity,
  deliveryOf,
  monthStateEntity,
  SITE_HOURS,
  siteHourEntity,
  titleDayEntity,
} from '../../../../lambdas/data/delivery/delivery-entities.ts';
import { monthBefore } from '../../../../lambdas/domain/counts/counted.ts';
import { openMonth } from '../../../../lambdas/domain/delivery/logs/log-file.ts';
import { NO_DELIVERY } from '../../../../lambdas/domain/delivery/sums.ts';
import { waitFor } from '../../stack/local-stack.ts';
import type { FlowTools } from '../flow-tools.ts';

/** Stores what earlier runs would have left of a month that has ended. */
const storeEarlier = async ({ open, clock }: FlowTools, contentId: string, creatorId: string): Promise<void> => {
  const month = monthBefore(openMonth(clock.now()));
  const day = `${month}-28`;
  const sums = { ...NO_DELIVERY, requests: 3 };
  await open.put(siteHourEntity.toItem({ hour: `${day}T12:00:00.000Z`, ...sums }));
  await open.put(titleDayEntity.toItem({ content_id: contentId, day, ...sums }));
  await open.put(creatorDayEntity.toItem({ creator_id: creatorId, day, ...sums }));
  for (const subject of [contentId, creatorId]) await open.put(deliveredEntity.toItem({ month, subject }));
  await open.remove(monthStateEntity.key({}));
};

/** Writes the log of what was delivered so far. It is summed when it arrives, and by month once the month has ended. */
export const sumDelivery = async (tools: FlowTools, contentId: string): Promise<void> => {
  const { cloud, open, api, admin } = tools;
  const requestsIn = async (partition: string, prefix: string): Promise<number> =>
    (await open.items(partition, prefix)).reduce((sum, { requests }) => sum + Number(requests), 0);
  const { creator_id: creatorId } = await api.call('catalog.get-content', { params: { id: contentId } }, admin);
  const [title, creator] = [deliveryOf({ contentId }), deliveryOf({ creatorId })];
  await cloud.delivery.flushLogs();
  await waitFor('the sums of a log', async () => (await requestsIn(title, '2')) > 0, 60_000);
  await storeEarlier(tools, contentId, creatorId);
  await open.run('delivery-logs', { 'detail-type': 'Scheduled Event' });
  for (const partition of [SITE_HOURS, title, creator])
    if ((await requestsIn(partition, 'M#')) === 0) throw new Error(`${partition} has no month`);
};
