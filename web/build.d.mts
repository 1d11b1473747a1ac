/** A budget and what stands against it: gzipped kilobytes (of 1,000 bytes), or a count for requests. */
export interface WebSize {
  readonly name: string;
  readonly kb: number;
  readonly limit: number;
}

/** What a build leaves: the folder, the budgets, and whether anything had to be built. `stop` ends watching. */
export interface WebBuild {
  readonly outdir: string;
  readonly sizes: readonly WebSize[];
  readonly built: boolean;
  readonly stop: () => Promise<void>;
}

/** Builds the single-page application into `outdir` (default `.build/web`), or answers at once when no source changed since. Throws when a budget is missed. */
export declare const buildWeb: (options?: { readonly outdir?: string; readonly watch?: boolean }) => Promise<WebBuild>;
