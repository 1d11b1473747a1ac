import { key } from './keys.ts';

/** Digits of a version in its key, so that versions sort. */
const VERSION_DIGITS = 8;

const PREFIX = 'VERSION';

/** Start of the sort keys of all versions. */
export const VERSIONS = `${PREFIX}#`;

/** Keys of something that is kept in versions, in a partition of its own: the current one, and every version. */
export const versionedKeys = (partition: string) => ({
  current: () => ({ pk: partition, sk: 'CURRENT' }),
  version: ({ version }: { readonly version: number }) => ({
    pk: partition,
    sk: key(PREFIX, String(version).padStart(VERSION_DIGITS, '0')),
  }),
});
