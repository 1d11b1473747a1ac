import * as z from 'zod/mini';
import { CDN_ALERT_RULES, type CdnAlertRule } from '../../contract/delivery/monitor-rules.ts';
import { CdnAlert } from '../../contract/delivery/monitor.ts';
import { Timestamp } from '../../contract/shared.ts';
import { defineEntity, NOT_A_PERSONS, NOT_PERSONAL } from '../table/entity.ts';
import { key } from '../table/keys.ts';

const percent = z.nullable(z.number());
const MetricsWindow = z.object({
  from: Timestamp,
  to: Timestamp,
  requests: z.number(),
  bytes: z.nullable(z.number()),
  client_error_rate: percent,
  server_error_rate: percent,
  error_rate: percent,
  failed_probes: z.number(),
});

const counts = { titles: z.number(), without_media: z.number(), outdated_media: z.number() };

/** What the worker of the delivery knows (`WatchState`). */
export const watchStateEntity = defineEntity({
  type: 'WATCH_STATE',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({
    version: z.number(),
    checked_at: z.nullable(Timestamp),
    recent: z.nullable(MetricsWindow),
    day: z.nullable(MetricsWindow),
    metrics_failed_since: z.nullable(Timestamp),
    probes: z.array(z.object({ at: Timestamp, ok: z.boolean(), first_byte_ms: z.number() })),
    probe_hours: z.array(z.object({ hour: Timestamp, periods: z.array(z.string()) })),
    distribution: z.nullable(
      z.object({
        id: z.string(),
        domain_name: z.string(),
        is_deployed: z.boolean(),
        changed_at: Timestamp,
        price_class: z.string(),
        open: z.array(z.object({ id: z.string(), created_at: Timestamp })),
        additional_metrics: z.nullable(z.boolean()),
        as_of: Timestamp,
      }),
    ),
    distribution_failed_since: z.nullable(Timestamp),
    measured: z.object({ change: z.array(z.number()), invalidation: z.array(z.number()) }),
    media: z.nullable(z.object({ ...counts, as_of: Timestamp })),
    walk: z.nullable(z.object({ ...counts, began_at: Timestamp, after: z.optional(z.record(z.string(), z.string())) })),
  }),
  key: () => ({ pk: 'WATCH#STATE', sk: 'META' }),
});

/** Partition of what the rules of delivery alerts remember. */
export const RULES_PARTITION = 'WATCH#RULES';

/** What a rule remembers (`RuleState`). */
export const watchRuleEntity = defineEntity({
  type: 'WATCH_RULE',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: z.object({ rule: z.enum(CDN_ALERT_RULES), raised_at: Timestamp, is_open: z.boolean() }),
  key: ({ rule }: { rule: CdnAlertRule }) => ({ pk: RULES_PARTITION, sk: rule }),
});

/** Partition of all delivery alerts. */
export const ALERTS_PARTITION = 'DELIVERY_ALERTS';

/** A delivery alert with its outcome. */
export const deliveryAlertEntity = defineEntity({
  type: 'DELIVERY_ALERT',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'delivery_alerts', expiresFrom: ({ created_at: at }) => at },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: CdnAlert,
  key: ({ created_at: at, rule }: { created_at: string; rule: CdnAlertRule }) => ({
    pk: ALERTS_PARTITION,
    sk: key(at, rule),
  }),
});
