import type { CdnAlert } from '../../contract/delivery/monitor.ts';
import { ALERT_SUPPRESSION_MS } from '../../contract/delivery/monitor-rules.ts';
import type { RuleOutcome, RuleState } from '../../domain/delivery/alert-rules.ts';
import { hourOf, NEWEST_HOURS, type SiteHour } from '../../domain/delivery/site-window.ts';
import { countTitles } from '../../domain/delivery/title-media.ts';
import { NO_WATCH, type TitleWalk, type WatchState } from '../../domain/delivery/watch-state.ts';
import type { Logger } from '../../domain/logger.ts';
import { contentEntity, contentIdOf, PUBLISHED } from '../content/content-entity.ts';
import type { Cursors } from '../table/cursor.ts';
import { conditionHolds, onConditionFailed } from '../table/errors.ts';
import { followsVersion, type Expression } from '../table/expressions.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { parseList, type Table } from '../table/table.ts';
import { SITE_HOURS, siteHourEntity } from './delivery-entities.ts';
import {
  ALERTS_PARTITION,
  deliveryAlertEntity,
  RULES_PARTITION,
  watchRuleEntity,
  watchStateEntity,
} from './watch-entities.ts';

const HOUR_MS = 3_600_000;
/** Hours of a period that are read at once. */
const HOURS_AT_ONCE = 100;
/** More than there are rules. */
const RULES_AT_ONCE = 10;
/** Published titles that one run counts. */
const TITLES_AT_ONCE = 100;

/** The rule raised no alert in the last minutes, and none is open. */
const canRaise = (at: string): Expression => ({
  expression: 'attribute_not_exists(#pk) OR (#open = :closed AND #raised <= :before)',
  names: { '#pk': 'pk', '#open': 'is_open', '#raised': 'raised_at' },
  values: { ':closed': false, ':before': new Date(Date.parse(at) - ALERT_SUPPRESSION_MS).toISOString() },
});

/** The rule's open alert is still the one that was raised then. */
const isOpenSince = (at: string): Expression => ({
  expression: '#open = :open AND #raised = :raised',
  names: { '#open': 'is_open', '#raised': 'raised_at' },
  values: { ':open': true, ':raised': at },
});

/** Reads what the CDN monitor shows. Numbers refer to access-patterns.md. */
export const createMonitorReader = (table: Table, logger: Logger) => {
  const onBad = (list: string) => (count: number) => logger.error('Corrupt items left out of a list', { list, count });
  return {
    /** DW1. What the worker knows, strongly consistent. */
    async state(): Promise<WatchState> {
      const item = await table.get(watchStateEntity.key({}), { consistent: true });
      return item ? watchStateEntity.parse(item) : NO_WATCH;
    },

    /** DW2. The newest hours of the site that have logs, however old they are, oldest first. */
    async newestHours(now: number): Promise<readonly SiteHour[]> {
      // Items of months have sort keys after those of hours.
      const { items } = await table.query({ partition: SITE_HOURS, upTo: hourOf(now), limit: NEWEST_HOURS });
      return parseList(siteHourEntity, items, onBad('newest hours of the delivery')).reverse();
    },

    /** DW9. The hours of the site since a number of hours ago, oldest first. */
    async hours(now: number, back: number): Promise<readonly SiteHour[]> {
      const items = await table.queryAll({
        partition: SITE_HOURS,
        from: hourOf(now - (back - 1) * HOUR_MS),
        upTo: hourOf(now),
        limit: HOURS_AT_ONCE,
        descending: false,
      });
      return parseList(siteHourEntity, items, onBad('hours of the delivery'));
    },

    /** DW3. What the rules of alerts remember, strongly consistent. */
    async rules(): Promise<readonly RuleState[]> {
      const { items } = await table.query({ partition: RULES_PARTITION, limit: RULES_AT_ONCE, consistent: true });
      return parseList(watchRuleEntity, items, onBad('rules of delivery alerts'));
    },

    /** DW4. The open alerts of rules, newest first. */
    async openAlerts(rules: readonly RuleState[]): Promise<readonly CdnAlert[]> {
      const keys = rules
        .filter(({ is_open: open }) => open)
        .map(({ rule, raised_at: at }) => deliveryAlertEntity.key({ rule, created_at: at }));
      if (keys.length === 0) return [];
      const alerts = parseList(deliveryAlertEntity, await table.getMany(keys), onBad('open delivery alerts'));
      return alerts.sort((a, b) => b.created_at.localeCompare(a.created_at));
    },
  };
};
export type MonitorReader = ReturnType<typeof createMonitorReader>;

/** The list of delivery alerts. Numbers refer to access-patterns.md. */
export const createDeliveryAlerts = (table: Table, cursors: Cursors, logger: Logger) => ({
  /** DW5. Delivery alerts, newest first, one page. */
  list({ cursor, limit }: { cursor: string | undefined; limit: number }): Promise<ListPage<CdnAlert>> {
    return listPage({ table, cursors, logger }, deliveryAlertEntity, {
      list: 'delivery-alerts',
      partition: ALERTS_PARTITION,
      cursor,
      limit,
    });
  },
});
export type DeliveryAlerts = ReturnType<typeof createDeliveryAlerts>;

/** Writes what the worker finds. Numbers refer to access-patterns.md. */
export const createWatchRepository = (table: Table, logger: Logger) => ({
  ...createMonitorReader(table, logger),

  /** DW6. Stores the state. False when another run stored one since it was read. */
  save(state: WatchState, before: number): Promise<boolean> {
    const { probes, probe_hours, measured, distribution, ...rest } = state;
    const item = watchStateEntity.toItem({
      ...rest,
      probes: [...probes],
      probe_hours: probe_hours.map(({ hour, periods }) => ({ hour, periods: [...periods] })),
      measured: { change: [...measured.change], invalidation: [...measured.invalidation] },
      distribution: distribution && { ...distribution, open: [...distribution.open] },
      version: before + 1,
    });
    return conditionHolds(table.put(item, followsVersion(before)));
  },

  /**
   * DW7. Raises or resolves an alert together with what its rule remembers. False when another run did it first, or
   * the rule raised an alert in the last 5 minutes.
   */
  async apply(outcome: RuleOutcome): Promise<boolean> {
    if (outcome.kind === 'raise') {
      const { alert } = outcome;
      const rule = { rule: alert.rule, raised_at: alert.created_at, is_open: true };
      return conditionHolds(
        table.transact([
          table.write.put(watchRuleEntity.toItem(rule), canRaise(alert.created_at)),
          table.write.put(deliveryAlertEntity.toItem(alert)),
        ]),
        0,
      );
    }
    const { state, at, value } = outcome;
    const alertKey = deliveryAlertEntity.key({ rule: state.rule, created_at: state.raised_at });
    const close = table.write.put(watchRuleEntity.toItem({ ...state, is_open: false }), isOpenSince(state.raised_at));
    const resolve = table.write.update(alertKey, { set: { resolved_at: at, resolved_value: value } });
    return onConditionFailed<boolean, boolean | Promise<boolean>>(
      table.transact([close, resolve]).then(() => true),
      // An alert that is open for longer than alerts are kept no longer exists.
      ({ index }) => index === 1 && conditionHolds(table.transact([close])),
    );
  },

  /** DW8. Counts the next 100 published titles of a walk. `isLast` when there are no more. */
  async walkOn(walk: TitleWalk): Promise<{ readonly walk: TitleWalk; readonly isLast: boolean }> {
    const { items, lastKey } = await table.query({
      index: 'gsi2',
      partition: PUBLISHED,
      limit: TITLES_AT_ONCE,
      startKey: walk.after,
    });
    const stored = await table.getMany(items.map((item) => contentEntity.key({ id: contentIdOf(item) })));
    const titles = parseList(contentEntity, stored, (count) =>
      logger.error('Corrupt items left out of a list', { list: 'published titles', count }),
    );
    const after = lastKey && Object.fromEntries(Object.entries(lastKey).map(([name, value]) => [name, String(value)]));
    return { walk: { ...walk, ...countTitles(walk, titles), after }, isLast: lastKey === undefined };
  },
});
export type WatchRepository = ReturnType<typeof createWatchRepository>;
