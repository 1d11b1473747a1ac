import { WATCH_MINUTES } from '../../../lambdas/contract/delivery/monitor-rules.ts';
import { prices } from '../prices.ts';

/**
 * Metrics that a run of the delivery's worker reads. Without visitors, the number of requests is enough. With 50
 * requests of viewers in five minutes it reads all, and with 50 in a day once an hour.
 */
const METRICS = { idle: 1, busy: 5 } as const;
const RUNS_OF_MONTH = (30 * 24 * 60) / WATCH_MINUTES;

/** Dollars a month of the metrics that the delivery's worker reads, with visitors at all times or without any. */
export const metricsCost = (visitors: keyof typeof METRICS): number =>
  RUNS_OF_MONTH * METRICS[visitors] * prices.cloudWatch.metricRead;

/**
 * Dollars that a run of a rule costs in addition to starting, without visitors. The delivery's worker: its metrics, the
 * heartbeat through the distribution to the bucket, and a state of at most 4 KB. The roll-up of plays: in each of four
 * shards, three consistent reads, and how far it got.
 */
export const MORE_OF_RUN: readonly (readonly [rule: RegExp, dollars: number])[] = [
  [
    /^DeliveryMonitorWatching/,
    METRICS.idle * prices.cloudWatch.metricRead +
      prices.cloudFront.request +
      prices.s3.get +
      4 * prices.dynamoDb.writeUnit,
  ],
  [/^PlaysSumming/, 4 * (3 * prices.dynamoDb.readUnit + prices.dynamoDb.writeUnit)],
];
