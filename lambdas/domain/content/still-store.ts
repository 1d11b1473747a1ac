/** Stores copies of stills outside the signed paths. */
export interface StillStore {
  /** Copies the first existing object of `sources` to `target`, cacheable forever. False when none exists. */
  copy(sources: readonly string[], target: string): Promise<boolean>;
  /** Removes objects. Missing objects are ignored. */
  remove(keys: readonly string[]): Promise<void>;
  /** Invalidates a path (`/posters/…/*`) in the CDN. Repeating the call with the same `reference` has no effect. */
  forget(path: string, reference: string): Promise<void>;
}
