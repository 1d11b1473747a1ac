import type { Catalog } from './catalog.ts';
import { readToken, walk, writeToken } from './operations/listing.ts';
import type { ObjectBrowser } from './types.ts';

/** Creates the object browser of a catalog. */
export const createBrowser = (catalog: Catalog): ObjectBrowser => ({
  buckets: () => catalog.buckets().map(({ name, versioning }) => ({ name, versioning })),
  page(bucket, prefix, after, limit) {
    catalog.bucket(bucket);
    const { objects, prefixes, next } = walk(
      catalog,
      bucket,
      prefix,
      '/',
      after === undefined ? { from: '', inclusive: true } : readToken(after),
      limit,
    );
    return { objects, prefixes, ...(next === undefined ? {} : { next: writeToken(next) }) };
  },
  versions(bucket, key, limit) {
    catalog.bucket(bucket);
    return catalog
      .versionPage(bucket, key, key, Number.MAX_SAFE_INTEGER, limit)
      .filter((version) => version.key === key);
  },
});
