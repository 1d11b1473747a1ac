import {
  genesisOf,
  hashOf,
  hashOfSeal,
  LATEST_COMMIT_MS,
  type Seal,
  type SealedEntry,
  type StoredEntry,
} from './seal.ts';

/** One problem found in the log. */
export interface Finding {
  readonly what:
    | 'overwritten'
    | 'removed'
    | 'inserted'
    | 'link broken'
    | 'link missing'
    | 'sealed twice'
    | 'copy missing'
    | 'copy differs'
    | 'copy replaced'
    | 'copy unreadable';
  /** Id of the entry, number of the link, or name of the copy. */
  readonly where: string;
}

/** One stored version of a copy. */
export interface StoredCopy {
  readonly key: string;
  readonly versions: number;
  /** The oldest version's lines; undefined when they cannot be read. */
  readonly lines: readonly SealedEntry[] | undefined;
}

/** Everything that is stored of one month. */
export interface MonthOfLog {
  readonly month: string;
  readonly entries: readonly StoredEntry[];
  /** In order of `seq`. */
  readonly seals: readonly Seal[];
  readonly copies: readonly StoredCopy[];
  /** When the log was read, in epoch milliseconds. */
  readonly readAt: number;
  /**
   * Whether the worker still processes this month. If so, an entry without a link is still going to be sealed, however
   * long the worker was down.
   */
  readonly isSealing: boolean;
  /** Entries that began before this time, and their copies, can be missing because their retention period has ended. */
  readonly keptFrom: number;
  readonly beganAt: (entryId: string) => number;
}

/** Result of verifying a month. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly sealed: number;
  /** Number of entries that the next run will seal. */
  readonly waiting: number;
}

const checkChain = ({ month, seals }: MonthOfLog): Finding[] => {
  const findings: Finding[] = [];
  let previous = genesisOf(month);
  let seq = 1;
  const entries = new Set<string>();
  for (const seal of seals) {
    for (; seq < seal.seq; seq += 1) findings.push({ what: 'link missing', where: `link ${seq}` });
    if (seal.previous !== previous || seal.hash !== hashOfSeal(seal) || seal.month !== month)
      findings.push({ what: 'link broken', where: `link ${seal.seq}` });
    if (entries.has(seal.entry_id)) findings.push({ what: 'sealed twice', where: seal.entry_id });
    entries.add(seal.entry_id);
    previous = seal.hash;
    seq = seal.seq + 1;
  }
  return findings;
};

/**
 * Time before which every entry must have a link. In a month that the worker still processes, the newest link names it;
 * otherwise it is the time of the read.
 */
const sealedUpTo = ({ readAt, isSealing }: MonthOfLog, links: readonly Seal[]): number => {
  const latest = readAt - LATEST_COMMIT_MS;
  return isSealing
    ? Math.min(
        latest,
        links.reduce((time, { open_from: from }) => Math.max(time, Date.parse(from)), 0),
      )
    : latest;
};

/**
 * Compares the table with the chain. The copies prove what an entry was, even when its link is missing from the table.
 */
const checkEntries = (log: MonthOfLog): { readonly findings: Finding[]; readonly waiting: number } => {
  const { entries, seals, copies, keptFrom, beganAt } = log;
  const findings: Finding[] = [];
  const copied = copies.flatMap(({ lines = [] }) => lines.map(({ seal }) => seal));
  const upTo = sealedUpTo(log, [...seals, ...copied]);
  const hashes = new Map([...seals, ...copied].map(({ entry_id: id, entry_hash: hash }) => [id, hash]));
  let waiting = 0;
  const seen = new Set<string>();
  for (const entry of entries) {
    seen.add(entry.sk);
    const hash = hashes.get(entry.sk);
    if (hash !== undefined) {
      if (hash !== hashOf(entry)) findings.push({ what: 'overwritten', where: entry.sk });
    } else if (beganAt(entry.sk) < upTo) findings.push({ what: 'inserted', where: entry.sk });
    else waiting += 1;
  }
  for (const id of hashes.keys())
    if (!seen.has(id) && beganAt(id) >= keptFrom) findings.push({ what: 'removed', where: id });
  return { findings, waiting };
};

/**
 * Compares the copies with the chain. The copies still have the original of an entry that was changed in the table
 * together with its links.
 */
const checkCopies = ({ seals, copies, keptFrom, beganAt }: MonthOfLog): Finding[] => {
  const findings: Finding[] = [];
  const bySeq = new Map(seals.map((seal) => [seal.seq, seal]));
  const copied = new Set<number>();
  for (const { key, versions, lines } of copies) {
    if (versions > 1) findings.push({ what: 'copy replaced', where: key });
    if (!lines) findings.push({ what: 'copy unreadable', where: key });
    for (const { seal, entry } of lines ?? []) {
      copied.add(seal.seq);
      const link = bySeq.get(seal.seq);
      if (!link) findings.push({ what: 'link missing', where: `link ${seal.seq}` });
      else if (link.hash !== seal.hash || hashOf(entry) !== seal.entry_hash)
        findings.push({ what: 'copy differs', where: `${key}, link ${seal.seq}` });
    }
  }
  for (const { seq, entry_id: id } of seals)
    if (!copied.has(seq) && beganAt(id) >= keptFrom) findings.push({ what: 'copy missing', where: `link ${seq}` });
  return findings;
};

/** Verifies a month: chain, table and copies. Pure. */
export const verifyMonth = (log: MonthOfLog): Verdict => {
  const { findings, waiting } = checkEntries(log);
  const all = [...checkChain(log), ...findings, ...checkCopies(log)];
  const once = [...new Map(all.map((finding) => [`${finding.what} ${finding.where}`, finding])).values()];
  return { findings: once, sealed: log.seals.length, waiting };
};
