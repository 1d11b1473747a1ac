/** Keeps copies of stills outside the signed paths. */
export interface StillStore {
  /** Copies the first of `sources` that exists to `target`, to be cached for ever. False when none exists. */
  copy(sources: readonly string[], target: string): Promise<boolean>;
  /** Removes objects; missing ones are fine. */
  remove(keys: readonly string[]): Promise<void>;
  /** Makes the CDN forget a path (`/posters/…/*`). The same `reference` again is the same request. */
  forget(path: string, reference: string): Promise<void>;
}
