/** What stands against one budget, in gzip KB. */
export interface BudgetResult {
  readonly name: string;
  readonly kb: number;
  readonly limit: number;
}

export interface WebBuild {
  readonly outdir: string;
  readonly sizes: readonly BudgetResult[];
  /** False when no source had changed since the last build. */
  readonly built: boolean;
  /** Ends watching. */
  readonly stop: () => Promise<void>;
}

/** Builds the single-page application into `outdir` (default `.build/web`); skips the build when no source changed. */
export declare const buildWeb: (options?: {
  readonly outdir?: string;
  readonly watch?: boolean;
  readonly logLevel?: 'warning' | 'silent';
}) => Promise<WebBuild>;
