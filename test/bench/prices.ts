import { MEDIACONVERT_PRICES } from '../../lambdas/domain/media/prices.ts';

/**
 * List prices in US dollars, us-east-1, first volume step, without any free tier. Sources:
 * aws.amazon.com/<service>/pricing of each service, from knowledge of 2025 and not read by a machine: compare before a
 * budget hangs on it. MediaConvert's are those that the product itself tells its administrators. Nothing else in the
 * repository holds a price.
 */
export const prices = {
  mediaConvert: MEDIACONVERT_PRICES,
  lambda: { request: 0.2 / 1e6, /** ARM. */ gigabyteSecond: 0.0000133334 },
  httpApi: { request: 1 / 1e6 },
  webSocketApi: { /** Of 32 KB, in either direction. */ message: 1 / 1e6, connectionMinute: 0.25 / 1e6 },
  /** On demand. A transaction takes two units where a plain call takes one. */
  dynamoDb: { readUnit: 0.125 / 1e6, writeUnit: 0.625 / 1e6 },
  sqs: { request: 0.4 / 1e6 },
  eventBridge: { ownEvent: 1 / 1e6 },
  s3: { put: 0.005 / 1e3, get: 0.0004 / 1e3 },
  /** Price class 100 (North America, Europe): a gigabyte out, and a request by HTTPS. */
  cloudFront: { gigabyte: 0.085, request: 0.01 / 1e4 },
  /** An alarm is charged for every metric that it reads, metric math or not. */
  cloudWatch: {
    alarmMetric: 0.1,
    logGigabyte: 0.5,
    /** A month, for a metric that is not AWS's free one. */ metric: 0.3,
  },
} as const;

/** Bytes of a gigabyte, as AWS counts traffic and logs. */
export const GIGABYTE = 1024 ** 3;
