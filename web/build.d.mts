/** Builds the single-page application into `outdir` (default `.build/web`); skips the build when no source changed. */
export declare const buildWeb: (options?: { readonly outdir?: string; readonly watch?: boolean }) => Promise<unknown>;
