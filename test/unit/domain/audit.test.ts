import { ulid } from 'ulid';
import { beganAt } from '../../../lambdas/data/admin/audit-repository.ts';
import { differences } from '../../../lambdas/domain/audit/act.ts';
import {
  canonicalJson,
  copyKey,
  hashOf,
  hashOfSeal,
  LATEST_COMMIT_MS,
  readCopy,
  sealEntries,
  writeCopy,
  type SealedEntry,
  type StoredEntry,
} from '../../../lambdas/domain/audit/seal.ts';
import { verifyMonth, type Finding, type MonthOfLog } from '../../../lambdas/domain/audit/verify.ts';

const MONTH = '2026-11';
const START = Date.UTC(2026, 10, 3);
const COUNT = 10_000;
const PER_COPY = 99;

const entryAt = (time: number, number: number): StoredEntry => ({
  pk: `AUDIT#${MONTH}`,
  sk: ulid(time),
  at: new Date(time).toISOString(),
  action: 'content.edited',
  target_id: `cnt_${number}`,
  before: { title: 'Old' },
  after: { title: `New ${number}` },
});

/** A month of 10,000 entries, sealed and copied. */
const makeLog = (count = COUNT): MonthOfLog => {
  const entries = Array.from({ length: count }, (_, number) => entryAt(START + number * 100, number));
  const readAt = START + 20 * 24 * 3_600_000;
  const copies: { key: string; versions: number; lines: readonly SealedEntry[] }[] = [];
  let head: SealedEntry | undefined;
  for (let start = 0; start < count; start += PER_COPY) {
    const lines = sealEntries(
      { month: MONTH, head: head?.seal, readAt, beganAt },
      entries.slice(start, start + PER_COPY),
    );
    copies.push({ key: copyKey(MONTH, lines[0]?.seal.seq ?? 0), versions: 1, lines: readCopy(writeCopy(lines)) });
    head = lines.at(-1);
  }
  return {
    month: MONTH,
    entries,
    seals: copies.flatMap(({ lines }) => lines.map(({ seal }) => seal)),
    copies,
    readAt,
    isSealing: true,
    keptFrom: 0,
    beganAt,
  };
};

const whole = makeLog();
const findingsOf = (change: Partial<MonthOfLog>): readonly Finding[] => verifyMonth({ ...whole, ...change }).findings;
const VICTIM = 6_789;
const victim = whole.entries[VICTIM] as StoredEntry;
const withVictimReplacedBy = (entry: StoredEntry) =>
  whole.entries.map((each, index) => (index === VICTIM ? entry : each));

describe('canonical JSON', () => {
  it('does not depend on the order of fields, and differs for different values', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: undefined, ä: -0 })).toBe(
      '{"b":[1,{"c":"x","d":null}],"ä":0}',
    );
    expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }));
    expect(
      new Set([hashOf({ a: '1' }), hashOf({ a: 1 }), hashOf({ a: [1] }), hashOf({}), hashOf({ a: null })]).size,
    ).toBe(5);
  });

  it('is unchanged after a round trip through JSON', () => {
    const entry = { sk: '1', before: null, after: { price: 0.1 + 0.2, name: 'Ünï "quoted"\n', list: [true, 1e21] } };
    expect(hashOf(JSON.parse(JSON.stringify(entry)))).toBe(hashOf(entry));
  });
});

describe('a chain of 10,000 entries', () => {
  it('passes verification', () => {
    expect(verifyMonth(whole)).toEqual({ findings: [], sealed: COUNT, waiting: 0 });
  });

  it.each<readonly [string, Partial<MonthOfLog>, readonly Finding[]]>([
    [
      'an entry with one changed letter',
      { entries: withVictimReplacedBy({ ...victim, after: { title: 'New 6788' } }) },
      [{ what: 'overwritten', where: victim.sk }],
    ],
    [
      'an entry with an added field',
      { entries: withVictimReplacedBy({ ...victim, note: 1 }) },
      [{ what: 'overwritten', where: victim.sk }],
    ],
    [
      'a removed entry',
      { entries: whole.entries.filter((entry) => entry !== victim) },
      [{ what: 'removed', where: victim.sk }],
    ],
    [
      'a removed copy',
      { copies: whole.copies.slice(1) },
      Array.from({ length: PER_COPY }, (_, index) => ({ what: 'copy missing', where: `link ${index + 1}` })),
    ],
    [
      'a copy that was written twice',
      { copies: whole.copies.map((copy, index) => (index === 7 ? { ...copy, versions: 2 } : copy)) },
      [{ what: 'copy replaced', where: copyKey(MONTH, 7 * PER_COPY + 1) }],
    ],
  ])('reports %s', (_, change, expected) => {
    expect(findingsOf(change)).toEqual(expected);
  });

  it('reports an inserted entry: one with an old id that was never sealed', () => {
    const inserted = entryAt(START + 1000, -1);
    expect(findingsOf({ entries: [...whole.entries, inserted] })).toEqual([{ what: 'inserted', where: inserted.sk }]);
  });

  it('counts a new entry as waiting to be sealed', () => {
    const fresh = entryAt(whole.readAt - LATEST_COMMIT_MS + 1000, -1);
    expect(verifyMonth({ ...whole, entries: [...whole.entries, fresh] })).toEqual({
      findings: [],
      sealed: COUNT,
      waiting: 1,
    });
  });

  it('counts entries as waiting while the worker is down, but as inserted once the worker has left the month', () => {
    const since = entryAt(START + 10 * 24 * 3_600_000, -1);
    expect(verifyMonth({ ...whole, entries: [...whole.entries, since] })).toEqual({
      findings: [],
      sealed: COUNT,
      waiting: 1,
    });
    expect(findingsOf({ entries: [...whole.entries, since], isSealing: false })).toEqual([
      { what: 'inserted', where: since.sk },
    ]);
    const [first] = whole.entries;
    expect(verifyMonth({ ...whole, entries: first ? [first] : [], seals: [], copies: [] })).toEqual({
      findings: [],
      sealed: 0,
      waiting: 1,
    });
  });

  it('reports an entry that was removed together with its link, by the gap and by the copy', () => {
    const seals = whole.seals.filter(({ entry_id: id }) => id !== victim.sk);
    const findings = findingsOf({ entries: whole.entries.filter((entry) => entry !== victim), seals });
    expect(findings).toEqual([
      { what: 'link missing', where: `link ${VICTIM + 1}` },
      { what: 'link broken', where: `link ${VICTIM + 2}` },
      { what: 'removed', where: victim.sk },
    ]);
  });

  it('reports an overwritten entry whose chain was recomputed, by the locked copies', () => {
    const changed: StoredEntry = { ...victim, after: { title: 'Forged' } };
    const entries = withVictimReplacedBy(changed);
    const seals = [...whole.seals.slice(0, VICTIM)];
    for (const entry of entries.slice(VICTIM)) {
      const link = {
        ...(whole.seals[seals.length] as (typeof seals)[number]),
        entry_hash: hashOf(entry),
        previous: seals.at(-1)?.hash ?? '',
      };
      seals.push({ ...link, hash: hashOfSeal(link) });
    }
    const findings = findingsOf({ entries, seals });
    expect(findings).toContainEqual({ what: 'overwritten', where: victim.sk });
    expect(findings.filter(({ what }) => what === 'copy differs')).toHaveLength(COUNT - VICTIM);
  });

  it('ignores missing entries and copies whose retention period has ended', () => {
    const keptFrom = beganAt(whole.entries[PER_COPY]?.sk ?? '');
    expect(findingsOf({ keptFrom, entries: whole.entries.slice(PER_COPY), copies: whole.copies.slice(1) })).toEqual([]);
    expect(findingsOf({ keptFrom, entries: whole.entries.slice(PER_COPY + 1), copies: whole.copies.slice(1) })).toEqual(
      [{ what: 'removed', where: whole.entries[PER_COPY]?.sk }],
    );
  });

  it('reports when the end of the chain was removed from the table', () => {
    const cut = { entries: whole.entries.slice(0, -1), seals: whole.seals.slice(0, -1) };
    expect(findingsOf(cut)).toEqual([
      { what: 'removed', where: whole.entries.at(-1)?.sk },
      { what: 'link missing', where: `link ${COUNT}` },
    ]);
  });
});

describe('sealing', () => {
  it('appends late entries to the chain, and continues reading from where none can be missing', () => {
    const [first, late, third] = [entryAt(START, 1), entryAt(START + 10, 2), entryAt(START + 20, 3)] as const;
    const readAt = START + 60_000;
    const one = sealEntries({ month: MONTH, head: undefined, readAt, beganAt }, [first, third]);
    const two = sealEntries({ month: MONTH, head: one.at(-1)?.seal, readAt: readAt + 60_000, beganAt }, [late]);
    expect([...one, ...two].map(({ seal }) => [seal.seq, seal.entry_id])).toEqual([
      [1, first.sk],
      [2, third.sk],
      [3, late.sk],
    ]);
    // Entries that may still be committed late are read again.
    expect(Date.parse(one.at(-1)?.seal.open_from ?? '')).toBe(readAt - LATEST_COMMIT_MS);
    const seals = [...one, ...two].map(({ seal }) => seal);
    const copies = [
      { key: 'a', versions: 1, lines: one },
      { key: 'b', versions: 1, lines: two },
    ];
    expect(
      verifyMonth({
        month: MONTH,
        entries: [first, late, third],
        seals,
        copies,
        readAt,
        isSealing: true,
        keptFrom: 0,
        beganAt,
      }).findings,
    ).toEqual([]);
  });

  it('continues from the last sealed entry of a backlog', () => {
    const old = entryAt(START - 3 * 3_600_000, 1);
    const [sealed] = sealEntries({ month: MONTH, head: undefined, readAt: START, beganAt }, [old]);
    expect(Date.parse(sealed?.seal.open_from ?? '')).toBe(START - 3 * 3_600_000);
  });
});

describe('differences', () => {
  it('contains only changed fields', () => {
    expect(differences({ a: 1, b: [1], c: 'x' }, { a: 1, b: [2], d: 'y' })).toEqual({
      before: { b: [1], c: 'x' },
      after: { b: [2], d: 'y' },
    });
    expect(differences(null, { a: 1 })).toEqual({ before: null, after: { a: 1 } });
  });
});
