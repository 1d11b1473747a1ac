/** One budget and its measured value: gzipped kilobytes, or a count of requests. */
export interface BudgetResult {
  readonly name: string;
  readonly kb: number;
  readonly limit: number;
}

export interface WebBuild {
  readonly outdir: string;
  readonly sizes: readonly BudgetResult[];
  /** False when the build was skipped because no source changed. */
  readonly built: boolean;
  /** Stops watching. */
  readonly stop: () => Promise<void>;
}

/** Builds the single-page application into `outdir` (default `.build/web`); skips the build when no source changed. */
export declare const buildWeb: (options?: {
  readonly outdir?: string;
  readonly watch?: boolean;
  readonly logLevel?: 'warning' | 'silent';
}) => Promise<WebBuild>;
