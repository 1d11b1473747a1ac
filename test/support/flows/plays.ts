import { createHash } from 'node:crypto';
import { beatEntity, playedEntity } from '../../../lambdas/data/delivery/play-row-entities.ts';
import {
  dayItem,
  partitionOf,
  playedMonthEntity,
  rollupEntity,
  type Subject,
} from '../../../lambdas/data/delivery/play-statistics-entities.ts';
import { monthBefore, monthOf } from '../../../lambdas/domain/counts/counted.ts';
import { dayOf, SHARDS, WINDOW_MS, windowAfter, windowOf } from '../../../lambdas/domain/delivery/plays/windows.ts';
import { someBeat } from '../plays.ts';
import { someDecision } from '../rows/privacy-rows.ts';
import type { FlowTools } from './flow-tools.ts';

const SITE: Subject = { dimension: 'SITE', value: 'ALL' };
const creatorOf = (id: string): Subject => ({ dimension: 'CREATOR', value: id });

/** What a flow is about. */
interface Played {
  readonly contentId: string;
  readonly creatorId: string;
}

/** Stores a play of a closed window, and a day of the month before, as if they had been left by earlier runs. */
const storeEarlier = async ({ open, clock }: FlowTools, { contentId, creatorId }: Played): Promise<string> => {
  const window = windowOf(clock.now() - 3 * WINDOW_MS);
  const row = { window, shard: 0, hash: createHash('sha256').update(contentId).digest('hex').slice(0, 32) };
  const about = { content_id: contentId, creator_id: creatorId };
  await open.put(playedEntity.toItem({ ...row, ...about }));
  await open.put(
    beatEntity.toItem({
      ...row,
      seq: 1,
      ...about,
      device: 'desktop',
      country: 'DE',
      figures: { measured: 1, starts: 1, watched_s: 60 },
    }),
  );
  for (const shard of SHARDS) await open.put(rollupEntity.toItem({ part: String(shard), done_until: window }));
  await open.remove(rollupEntity.key({ part: 'MONTHS' }));
  // The worker sums up windows until now, which can be in the next month.
  const ends = new Set([window, windowOf(clock.now())].map((time) => monthBefore(monthOf(time))));
  for (const month of ends)
    for (const subject of [{ content_id: contentId }, SITE, creatorOf(creatorId)]) {
      await open.put({ ...dayItem(subject, `${month}-28`), plays: 7 });
      await open.put(playedMonthEntity.toItem({ month, partition: partitionOf(subject), ...subject }));
    }
  return window;
};

/**
 * A user who allows it reports how well a title plays, and withdraws; plays are summed up, and administrators see the
 * numbers.
 */
export const countPlays = async (tools: FlowTools, contentId: string): Promise<void> => {
  const { open, api, admin } = tools;
  const token = await open.person('a measured play');
  await api.call('privacy.record-privacy-consent', { body: someDecision }, token);
  const { play_id: id, measured } = await api.call('playback.get-media-url', { body: { contentId } }, token);
  if (!measured) throw new Error('The play is not in the sample');
  const beat = { ...someBeat(), measures: { ...someBeat().measures, watched_s: 0, heights: {} } };
  await api.call('playback.record-quality', { params: { id }, body: beat }, token);
  // The worker removes what was reported during the rest of the flow.
  await api.call('privacy.withdraw-consent', {}, token);

  const { creator_id: creatorId } = await api.call('catalog.get-content', { params: { id: contentId } }, admin);
  const window = await storeEarlier(tools, { contentId, creatorId });
  await open.run('playback-rollup');
  const { days, months } = await api.call('plays.get-title', { params: { id: contentId }, query: {} }, admin);
  const day = days.find(({ period }) => period === dayOf(window));
  if ((day?.plays ?? 0) < 1 || (day?.measured_plays ?? 0) < 1) throw new Error('The play was not counted');
  // At the beginning of a month, also the play of this flow is in the month that has ended.
  const isSummed = (plays = 0): boolean => plays >= 7;
  if (!isSummed(months.at(-1)?.plays)) throw new Error('The month was not summed up');
  const ofCreator = await api.call('plays.get-creator', { params: { id: creatorId }, query: {} }, admin);
  if (ofCreator.numbers.plays < 1 || !isSummed(ofCreator.months.at(-1)?.plays))
    throw new Error('The play was not counted for its creator');
  const { as_of: asOf } = await api.call('plays.get-totals', { query: {} }, admin);
  if (asOf === null || asOf < windowAfter(window)) throw new Error(`Plays are summed up until ${String(asOf)}`);
  await api.call('plays.export-totals', { query: {} }, admin);
  await api.call('plays.get-quality', { query: {} }, admin);
  await api.call('plays.get-streams', {}, admin);
  // Who does not own the title or its creator cannot see their numbers.
  const { items } = await api.call('plays.list-own-creators', {}, token);
  if (items.length > 0) throw new Error('Another user has creators');
  for (const [key, id] of [
    ['plays.export-title', contentId],
    ['plays.export-creator', creatorId],
  ] as const) {
    const { status } = await api.request(key, { params: { id }, query: {} }, token);
    if (status !== 404) throw new Error(`Another user got ${status} from ${key}`);
  }
};
