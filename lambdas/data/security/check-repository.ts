import { encodeTime } from 'ulid';
import type { SecurityCheck } from '../../contract/security/phases.ts';
import type { Logger } from '../../domain/logger.ts';
import { manifestKey } from '../../domain/media/layout.ts';
import type { Evidence } from '../../domain/security/phases/metrics.ts';
import type { ProtectionTarget } from '../../domain/security/phases/protection-attempts.ts';
import { alertsIn, securityAlertEntity } from '../admin/security-alert-entity.ts';
import { contentEntity, PUBLISHED } from '../content/content-entity.ts';
import { parseList, type Table } from '../table/table.ts';
import { CHECKS_PARTITION, securityCheckEntity } from './phase-entities.ts';

/** Characters of an id that are its time. */
const TIME_DIGITS = 10;
/** Alerts of a state that are read at once: about what DynamoDB returns at once. There are few. */
const ALERTS_AT_ONCE = 500;
/** Results that are read at once: more than the longest window contains, of those that are daily and requested. */
const CHECKS_AT_ONCE = 500;

export type EvidenceReader = ReturnType<typeof createEvidenceReader>;

/** What the metrics of the security program are computed from. Numbers refer to access-patterns.md. */
export const createEvidenceReader = (table: Table, logger: Logger) => {
  const onBad = (list: string) => (count: number) => logger.error('Corrupt items left out of a list', { list, count });

  /** The alerts of a state since a time, newest first, and since when they are complete. */
  const alertsOf = async (state: 'acknowledged' | 'unacknowledged', from: number) => {
    const { items, lastKey } = await table.query({
      index: 'gsi1',
      partition: alertsIn(state),
      from: `alt_${encodeTime(from, TIME_DIGITS)}`,
      limit: ALERTS_AT_ONCE,
    });
    const alerts = parseList(securityAlertEntity, items, onBad('alerts of the security program'));
    const oldest = alerts.at(-1);
    return { alerts, from: lastKey && oldest ? Date.parse(oldest.created_at) : from };
  };

  return {
    /**
     * PH6. The alerts since a time (milliseconds), at most 500 in each state. With more, the evidence begins later, and
     * says so.
     */
    async alertsSince(from: number): Promise<Pick<Evidence, 'alerts' | 'alertsFrom'>> {
      const [open, acknowledged] = await Promise.all([
        alertsOf('unacknowledged', from),
        alertsOf('acknowledged', from),
      ]);
      return {
        alerts: [...open.alerts, ...acknowledged.alerts],
        alertsFrom: Math.max(open.from, acknowledged.from),
      };
    },

    /** PH7. The results of checks since a time (milliseconds), newest first. */
    async checksSince(from: number): Promise<readonly SecurityCheck[]> {
      const { items } = await table.query({
        partition: CHECKS_PARTITION,
        from: new Date(from).toISOString(),
        limit: CHECKS_AT_ONCE,
      });
      return parseList(securityCheckEntity, items, onBad('security checks'));
    },
  };
};

export type CheckRepository = ReturnType<typeof createCheckRepository>;

/** What the worker of the checks reads and stores. Numbers refer to access-patterns.md. */
export const createCheckRepository = (table: Table) => ({
  /** PH8. Stores the result of a run. */
  async put(check: SecurityCheck): Promise<void> {
    await table.put(securityCheckEntity.toItem(check));
  },

  /** PH9. Keys of files of the newest published title; undefined when there is none, or it has no files yet. */
  async newestTitle(): Promise<ProtectionTarget['title']> {
    const { items } = await table.query({ index: 'gsi2', partition: PUBLISHED, limit: 1 });
    const id = items[0]?.['id'];
    if (typeof id !== 'string') return undefined;
    const item = await table.get(contentEntity.key({ id }));
    const content = item && contentEntity.tryParse(item);
    if (!content?.media_version) return undefined;
    return { mediaKey: manifestKey(id, content.media_version, '480'), sourceKey: content.source_key };
  },
});
