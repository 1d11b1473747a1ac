import { createHash } from 'node:crypto';

/** Any JSON value. */
type Json = unknown;

/** An audit entry exactly as stored in the table, including index keys, so that any change to it is detected. */
export type StoredEntry = Readonly<Record<string, Json>> & { readonly sk: string };

/**
 * One link of a month's hash chain. It covers one entry and, through the hash of the previous link, every entry sealed
 * before it.
 */
export interface Seal {
  /** Such as `2026-11`. Each month has its own chain. */
  readonly month: string;
  /** 1, 2, 3 … in the order of sealing. */
  readonly seq: number;
  readonly entry_id: string;
  /** SHA-256 of the entry, hexadecimal. */
  readonly entry_hash: string;
  /** `hash` of the previous link. In the first link, a hash of the month's name. */
  readonly previous: string;
  /** SHA-256 of all other fields of this link. */
  readonly hash: string;
  readonly sealed_at: string;
  /** Every entry that began before this time (ISO 8601) is sealed. The next run reads from here. */
  readonly open_from: string;
}

/** An entry and its link: one line of a copy. */
export interface SealedEntry {
  readonly seal: Seal;
  readonly entry: StoredEntry;
}

/**
 * Canonical JSON, equal to RFC 8785 for the values that DynamoDB returns: names in the order of their code units, no
 * spaces. Undefined fields are omitted, as in JSON.
 */
export const canonicalJson = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map((item: Json) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value as Readonly<Record<string, Json>>).filter(([, field]) => field !== undefined);
  return `{${fields
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`)
    .join(',')}}`;
};

/** SHA-256 of a value's canonical JSON, hexadecimal. */
export const hashOf = (value: Json): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

/** The `previous` hash of a month's first link. */
export const genesisOf = (month: string): string => hashOf({ audit: month });

/** Computes the hash of a link. */
export const hashOfSeal = ({
  month,
  seq,
  entry_id,
  entry_hash,
  previous,
  sealed_at,
  open_from,
}: Omit<Seal, 'hash'>): string => hashOf({ month, seq, entry_id, entry_hash, previous, sealed_at, open_from });

/**
 * Maximum milliseconds from an entry's time to its commit. A Lambda function runs for at most 15 minutes, and its clock
 * is accurate to a second; one minute is added. So a read sees every entry that began longer ago than this.
 */
export const LATEST_COMMIT_MS = 16 * 60_000;

/** Where the chain continues. */
export interface ChainPosition {
  readonly month: string;
  /** The last link; undefined in a month without any. */
  readonly head: Seal | undefined;
  /** When the entries were read (epoch milliseconds). The read can miss only entries that are committed late. */
  readonly readAt: number;
  /** Epoch milliseconds at which an entry began, from its id. */
  readonly beganAt: (entryId: string) => number;
}

/** Seals entries in the given order, after the head. Pure. */
export const sealEntries = (
  { month, head, readAt, beganAt }: ChainPosition,
  entries: readonly StoredEntry[],
): readonly SealedEntry[] => {
  const sealed: SealedEntry[] = [];
  let last = head;
  for (const entry of entries) {
    const link = {
      month,
      seq: (last?.seq ?? 0) + 1,
      entry_id: entry.sk,
      entry_hash: hashOf(entry),
      previous: last?.hash ?? genesisOf(month),
      sealed_at: new Date(readAt).toISOString(),
      // Entries arrive in the order of their ids, so every visible entry up to this one is sealed.
      open_from: new Date(Math.min(beganAt(entry.sk), readAt - LATEST_COMMIT_MS)).toISOString(),
    };
    last = { ...link, hash: hashOfSeal(link) };
    sealed.push({ seal: last, entry });
  }
  return sealed;
};

/** Writes a copy of sealed entries: one line of JSON each. */
export const writeCopy = (sealed: readonly SealedEntry[]): string =>
  sealed.map((each) => `${JSON.stringify(each)}\n`).join('');

/** Reads a copy. Throws when the text is not one. */
export const readCopy = (text: string): readonly SealedEntry[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { seal, entry } = JSON.parse(line) as Partial<SealedEntry>;
      if (typeof seal?.hash !== 'string' || typeof entry?.sk !== 'string')
        throw new Error('Not a copy of sealed audit entries');
      return { seal, entry };
    });

/** Key of the copy whose first link is `seq`. The copies of a month sort in order. */
export const copyKey = (month: string, seq: number): string => `audit/${month}/${String(seq).padStart(8, '0')}.jsonl`;
