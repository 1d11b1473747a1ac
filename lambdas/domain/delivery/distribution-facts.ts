/** An invalidation of the distribution. */
export interface InvalidationFacts {
  readonly id: string;
  readonly created_at: string;
  readonly is_complete: boolean;
}

/** What CloudFront says about the distribution. */
export interface DistributionReport {
  readonly id: string;
  readonly domain_name: string;
  /** The last change is at all edges. */
  readonly is_deployed: boolean;
  readonly changed_at: string;
  readonly price_class: string;
  /** CloudFront's newest invalidations. */
  readonly invalidations: readonly InvalidationFacts[];
}

/** What the worker stores of it. */
export interface DistributionFacts {
  readonly id: string;
  readonly domain_name: string;
  readonly is_deployed: boolean;
  readonly changed_at: string;
  readonly price_class: string;
  /** Invalidations that are not complete, oldest first. */
  readonly open: readonly { readonly id: string; readonly created_at: string }[];
  /** Whether additional metrics are on. Null: not known. */
  readonly additional_metrics: boolean | null;
  /** When CloudFront was asked. */
  readonly as_of: string;
}

/** What reads the distribution. */
export interface DistributionReader {
  /** Asks CloudFront. Throws when it cannot be asked. */
  readonly read: () => Promise<DistributionReport>;
  /** Whether additional metrics, which cost money, are on. */
  readonly hasAdditionalMetrics: () => Promise<boolean>;
}

/** What is stored of a report. */
export const factsOf = (
  { invalidations, ...report }: DistributionReport,
  additionalMetrics: boolean | null,
  asOf: string,
): DistributionFacts => ({
  ...report,
  open: invalidations
    .filter(({ is_complete: complete }) => !complete)
    .map(({ id, created_at }) => ({ id, created_at }))
    .sort((a, b) => a.created_at.localeCompare(b.created_at)),
  additional_metrics: additionalMetrics,
  as_of: asOf,
});
