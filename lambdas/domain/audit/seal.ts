import { createHash } from 'node:crypto';

/** Anything that JSON can say. */
type Json = unknown;

/** An entry of the audit log as it stands in the table, index keys and all: whatever is changed of it shows. */
export type StoredEntry = Readonly<Record<string, Json>> & { readonly sk: string };

/**
 * One link of a month's chain: it vouches for one entry and, by the hash of the link before, for all that were sealed
 * before it.
 */
export interface Seal {
  /** `2026-11`: each month has a chain of its own. */
  readonly month: string;
  /** 1, 2, 3 … in the order of sealing. */
  readonly seq: number;
  readonly entry_id: string;
  /** SHA-256 of the entry, hexadecimal. */
  readonly entry_hash: string;
  /** `hash` of the link before; of the first one, a hash that the month's name makes. */
  readonly previous: string;
  /** SHA-256 of this link without this field. */
  readonly hash: string;
  readonly sealed_at: string;
  /** Entries that began before this time are all sealed (ISO 8601): the next run reads from here on. */
  readonly open_from: string;
}

/** An entry with its link: one line of a copy. */
export interface SealedEntry {
  readonly seal: Seal;
  readonly entry: StoredEntry;
}

/**
 * JSON in one spelling (as RFC 8785 has it for what DynamoDB gives back): names in the order of their code units, no
 * spaces. Fields that are undefined are left out, as JSON does.
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

/** What the first link of a month names as the one before. */
export const genesisOf = (month: string): string => hashOf({ audit: month });

/** The hash that a link must have. */
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
 * Milliseconds that an act may take from the time in its entry to the entry's commit: no function of AWS lives longer
 * than 15 minutes, and its clock is right to a second; a minute is added. An entry that begins earlier than this before
 * a reading is seen by that reading.
 */
export const LATEST_COMMIT_MS = 16 * 60_000;

/** What the chain goes on from. */
export interface ChainPosition {
  readonly month: string;
  /** The last link; undefined in a month without any. */
  readonly head: Seal | undefined;
  /** When the entries were read (epoch milliseconds), before which nothing was missed but late commits. */
  readonly readAt: number;
  /** Milliseconds since the epoch that an entry began; from its id. */
  readonly beganAt: (entryId: string) => number;
}

/** Seals entries in the order given, behind the head. Pure. */
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
      // Entries come in the order of their ids: up to this one all that could be seen are sealed.
      open_from: new Date(Math.min(beganAt(entry.sk), readAt - LATEST_COMMIT_MS)).toISOString(),
    };
    last = { ...link, hash: hashOfSeal(link) };
    sealed.push({ seal: last, entry });
  }
  return sealed;
};

/** A copy of sealed entries as it is stored: a line of JSON for each. */
export const writeCopy = (sealed: readonly SealedEntry[]): string =>
  sealed.map((each) => `${JSON.stringify(each)}\n`).join('');

/** Reads a copy. Throws for anything else. */
export const readCopy = (text: string): readonly SealedEntry[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { seal, entry } = JSON.parse(line) as Partial<SealedEntry>;
      if (typeof seal?.hash !== 'string' || typeof entry?.sk !== 'string')
        throw new Error('This is no copy of sealed audit entries');
      return { seal, entry };
    });

/** Name of the copy whose first link is `seq`; copies of a month sort in their order. */
export const copyKey = (month: string, seq: number): string => `audit/${month}/${String(seq).padStart(8, '0')}.jsonl`;
