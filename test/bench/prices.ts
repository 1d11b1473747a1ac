import { ANALYSIS_PRICES } from '../../lambdas/domain/analysis/prices.ts';
import { DELIVERY_PRICES } from '../../lambdas/domain/delivery/prices.ts';
import { DELIVERY_GIGABYTE, MEDIACONVERT_PRICES } from '../../lambdas/domain/media/prices.ts';

/**
 * List prices in US dollars for us-east-1, first volume tier, without free tiers, as of 2025. Nothing updates
 * them: compare them with aws.amazon.com/<service>/pricing before you base a budget on them. MediaConvert's prices are
 * the ones that the product shows to administrators, as are those of the analysis and of delivery. No other file in the
 * repository contains a price.
 */
export const prices = {
  mediaConvert: MEDIACONVERT_PRICES,
  analysis: ANALYSIS_PRICES,
  lambda: { request: 0.2 / 1e6, /** ARM. */ gigabyteSecond: 0.0000133334 },
  httpApi: { request: 1 / 1e6 },
  webSocketApi: { /** Per 32 KB, in either direction. */ message: 1 / 1e6, connectionMinute: 0.25 / 1e6 },
  /** On demand. A transaction consumes two units where a plain call consumes one. */
  dynamoDb: { readUnit: 0.125 / 1e6, writeUnit: 0.625 / 1e6 },
  sqs: { request: 0.4 / 1e6 },
  eventBridge: { ownEvent: 1 / 1e6 },
  s3: { put: 0.005 / 1e3, get: DELIVERY_PRICES.originGet },
  /** Price class 100 (North America, Europe): per gigabyte out, and per HTTPS request. */
  cloudFront: {
    gigabyte: DELIVERY_GIGABYTE,
    request: DELIVERY_PRICES.request,
    /**
     * Delivery of its logs to S3. CloudFront's guide calls it free, and the one of CloudWatch Logs does not: this is
     * the higher figure.
     */
    logGigabyte: 0.5,
  },
  /** An alarm is charged for every metric that it reads, with or without metric math. */
  cloudWatch: {
    alarmMetric: 0.1,
    logGigabyte: 0.5,
    /** Per month, for a custom metric. */ metric: DELIVERY_PRICES.metricMonth,
    /** One metric of GetMetricStatistics. */ metricRead: DELIVERY_PRICES.metricRead,
  },
} as const;

/** Bytes per gigabyte of traffic and logs, as AWS bills them. */
export const GIGABYTE = 1024 ** 3;
