import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '../clock.ts';
import type { ObjectStat } from '../engines/s3/types.ts';
import type { ObjectReader } from './bucket-origin.ts';
import type { CacheTtl } from './distribution.ts';

/** An object of a bucket. */
export interface ObjectName {
  readonly bucket: string;
  readonly key: string;
}

/** How the edge finds an object: in its cache, there after asking the origin whether it changed, or at the origin. */
export type CacheResult = 'Hit' | 'RefreshHit' | 'Miss';

/** The same, or that a function of the edge responded. */
export type EdgeOutcome = CacheResult | 'FunctionGeneratedResponse';

/** An object as the cache has it, for a response. */
export interface FoundObject {
  readonly reader: ObjectReader;
  readonly result: CacheResult;
}

/** The cache of the local edge. It keeps objects of buckets, by path and encoding, until their time to live ends. */
export interface EdgeCache {
  /**
   * Finds an object for a viewer; the reader returns no other one. `askOrigin` is called unless it is a hit. It returns
   * undefined when the origin denies the object.
   */
  find(
    request: {
      /** Decoded. */
      readonly path: string;
      readonly encoding: string;
    },
    name: ObjectName,
    ttl: CacheTtl,
    askOrigin: () => ObjectReader | undefined,
  ): Promise<FoundObject>;
  /** Drops what an invalidation names: paths, or their beginnings with `*` at the end. */
  invalidate(paths: readonly string[]): void;
}

/** Larger objects are kept as their place, because the bucket is on the same disk as a cache would be. */
const MAX_BODY = 1024 * 1024;
/** Bytes of all bodies, and number of objects, that are kept. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 5000;

interface Entry {
  readonly path: string;
  readonly stat: ObjectStat;
  /** Undefined for a larger object, which is read from the bucket in the version of the entry. */
  readonly body: Buffer | undefined;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Seconds from `max-age`; undefined without it. */
const secondsOf = (directive: string, header: string): number | undefined => {
  const found = new RegExp(String.raw`(?:^|[\s,])${directive}\s*=\s*"?(\d+)`, 'i').exec(header)?.[1];
  return found === undefined ? undefined : Number(found);
};

/**
 * Seconds for which a response is cached, by the policy and its `Cache-Control` (developer guide, "Manage how long
 * content stays in the cache"): the header's time within the limits of the policy, which also apply to `no-cache`,
 * `no-store` and `private`; without a header, the default time.
 */
export const cacheSeconds = ({ min, max, preset }: CacheTtl, cacheControl: string | undefined): number => {
  if (max === 0) return 0;
  const header = cacheControl ?? '';
  const isUncached = /(?:^|[\s,])(?:no-cache|no-store|private)(?:$|[\s,=])/i.test(header);
  const given = isUncached ? 0 : (secondsOf('s-maxage', header) ?? secondsOf('max-age', header));
  return Math.min(max, Math.max(min, given ?? preset));
};

const isNamed = (path: string, invalidated: string): boolean =>
  invalidated.endsWith('*') ? path.startsWith(invalidated.slice(0, -1)) : path === invalidated;

/** A path as the cache has it. One with invalid encoding names nothing. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** What reads an entry as if it were the object. */
const readerOf = ({ stat, body }: Entry, origin: Pick<ObjectReader, 'readObject'>): ObjectReader => ({
  statObject: () => stat,
  async readObject(bucket, key, options = {}) {
    if (!body)
      return origin.readObject(bucket, key, {
        ...options,
        ...(stat.versionId === undefined ? {} : { versionId: stat.versionId }),
      });
    const { start = 0, end = body.length - 1 } = options.range ?? {};
    return { ...stat, stream: Readable.from([body.subarray(start, end + 1)]) };
  },
});

/** Creates an empty cache in front of the buckets of `s3`. */
export const createEdgeCache = (clock: Clock, s3: ObjectReader): EdgeCache => {
  /** Least recently used first. */
  const entries = new Map<string, Entry>();
  let bytes = 0;

  const drop = (name: string): void => {
    bytes -= entries.get(name)?.body?.length ?? 0;
    entries.delete(name);
  };
  const keep = (name: string, entry: Entry): void => {
    drop(name);
    entries.set(name, entry);
    bytes += entry.body?.length ?? 0;
    for (const oldest of entries.keys()) {
      if (bytes <= MAX_BYTES && entries.size <= MAX_ENTRIES) break;
      drop(oldest);
    }
  };
  /** Whether the bytes of a large object can still be read: its version may have been deleted or replaced. */
  const isReadable = ({ stat, body }: Entry, { bucket, key }: ObjectName): boolean =>
    body !== undefined || s3.statObject(bucket, key, stat.versionId)?.etag === stat.etag;

  const fetchEntry = async (
    path: string,
    { bucket, key }: ObjectName,
    ttl: CacheTtl,
    origin: ObjectReader,
  ): Promise<Entry | undefined> => {
    const stat = origin.statObject(bucket, key);
    if (!stat) return undefined;
    const until = clock.now() + 1000 * cacheSeconds(ttl, stat.cacheControl);
    if (stat.size > MAX_BODY) return { path, stat, body: undefined, until };
    const object = await origin.readObject(bucket, key);
    // It may have been replaced since.
    return object && { path, stat: { ...stat, ...statOf(object) }, body: await buffer(object.stream), until };
  };

  return {
    async find({ path, encoding }, name, ttl, askOrigin) {
      const key = `${encoding} ${path}`;
      const entry = entries.get(key);
      if (entry && entry.until > clock.now() && isReadable(entry, name)) {
        // The most recently used one is last.
        entries.delete(key);
        entries.set(key, entry);
        return { reader: readerOf(entry, s3), result: 'Hit' };
      }
      const origin = askOrigin();
      const current = origin?.statObject(name.bucket, name.key);
      if (!origin || !current) {
        drop(key);
        return { reader: NOTHING, result: 'Miss' };
      }
      if (entry && entry.stat.etag === current.etag && isReadable(entry, name)) {
        const refreshed = {
          ...entry,
          stat: current,
          until: clock.now() + 1000 * cacheSeconds(ttl, current.cacheControl),
        };
        keep(key, refreshed);
        return { reader: readerOf(refreshed, s3), result: 'RefreshHit' };
      }
      const fetched = await fetchEntry(path, name, ttl, origin);
      if (!fetched) return { reader: NOTHING, result: 'Miss' };
      if (fetched.until > clock.now()) keep(key, fetched);
      else drop(key);
      return { reader: readerOf(fetched, s3), result: 'Miss' };
    },
    invalidate(paths) {
      const named = paths.map(decoded);
      for (const [name, { path }] of entries) if (named.some((one) => isNamed(path, one))) drop(name);
    },
  };
};

/** The reader of a bucket without objects. */
const NOTHING: ObjectReader = { statObject: () => undefined, readObject: () => Promise.resolve(undefined) };

const statOf = ({ stream: _, ...stat }: ObjectStat & { readonly stream: Readable }): ObjectStat => stat;
