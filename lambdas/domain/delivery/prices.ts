/**
 * List prices of the delivery in US dollars, us-east-1, first volume step, without free tiers, as of 2025. Source:
 * aws.amazon.com/cloudfront/pricing, /s3/pricing and /cloudwatch/pricing, entered by hand; check before relying on
 * them for a budget.
 */
export const DELIVERY_PRICES = {
  /** One HTTPS request that the distribution answers (North America, Europe). */
  request: 0.01 / 1e4,
  /** One GET request to the bucket of the files. */
  originGet: 0.0004 / 1e3,
  /** One metric read by GetMetricStatistics. */
  metricRead: 0.01 / 1e3,
  /** A custom metric for a month, as which additional metrics of a distribution are billed. */
  metricMonth: 0.3,
} as const;

/** Additional metrics that a distribution has once they are switched on. */
export const ADDITIONAL_METRICS = 8;
