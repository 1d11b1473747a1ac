import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import fc from '../../support/setup/fast-check.ts';
import { openFolder, openJournal } from '../../../bin/backup/folder.ts';
import { decodeItem, encodeItem, referencesIn, type Reference } from '../../../bin/backup/item-text.ts';
import { inParallel } from '../../../bin/backup/parallel.ts';
import { RESTORING_VERSION, decideArrival } from '../../../lambdas/domain/conversion/arrival.ts';

const sub = '3f1f1f0e-3f0a-4c62-9d3b-3d6f0e1c2b4a';
const version = 'L4kqtJlcpXroDTDmpUMLUoAAAAAAAAAA';
const references = new Map<string, Reference>([
  [sub, { user: 'a@example.org' }],
  [version, { source: 'uploads/c/u' }],
]);
const resolveElsewhere = (reference: Reference) => ('user' in reference ? 'another-sub' : 'another-version');

describe('an item in a dump', () => {
  it('replaces account and version IDs by references wherever they occur', () => {
    const item: Record<string, AttributeValue> = {
      pk: { S: `USER#${sub}` },
      sk: { S: `ATTEMPT#${version}#000001` },
      current_attempt: { S: `${version}/2` },
      topic: { S: `history:${sub}` },
      nested: { M: { list: { L: [{ S: sub }, { N: '1' }] } } },
      ids: { SS: ['none', sub] },
      title: { S: 'Life: a film #2 / part 1' },
    };
    const stored = encodeItem(item, references);
    expect(JSON.stringify(stored)).not.toMatch(/3f1f1f0e|L4kqt/);
    expect(stored['pk']).toEqual({ $: ['USER#', { user: 'a@example.org' }] });
    expect(referencesIn(stored)).toHaveLength(6);
    expect(decodeItem(stored, resolveElsewhere)).toEqual({
      ...item,
      pk: { S: 'USER#another-sub' },
      sk: { S: 'ATTEMPT#another-version#000001' },
      current_attempt: { S: 'another-version/2' },
      topic: { S: 'history:another-sub' },
      nested: { M: { list: { L: [{ S: 'another-sub' }, { N: '1' }] } } },
      ids: { SS: ['none', 'another-sub'] },
    });
  });

  it('decodes to the original item, and encodes the same in any order of names', () => {
    const name = fc.string().filter((text) => text !== '__proto__');
    const leaf = fc.oneof(
      fc.string().map((S) => ({ S })),
      fc
        .constantFrom(sub, version, `x#${sub}`, `${version}/${sub}`, '{"user":"a@example.org"}', '$')
        .map((S) => ({ S })),
      fc.integer().map((N) => ({ N: String(N) })),
      fc.boolean().map((BOOL) => ({ BOOL })),
      fc.uint8Array().map((bytes) => ({ B: Buffer.from(bytes) })),
      fc.constant({ NULL: true as const }),
      fc.uniqueArray(fc.string(), { minLength: 1 }).map((SS) => ({ SS: [...SS].sort() })),
    );
    const { value } = fc.letrec<{ value: AttributeValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('value')).map((L) => ({ L })),
        fc.dictionary(name, tie('value')).map((M) => ({ M: { ...M } })),
      ) as fc.Arbitrary<AttributeValue>,
    }));
    const restoreOriginal = (reference: Reference) => ('user' in reference ? sub : version);
    fc.assert(
      fc.property(fc.dictionary(name, value), (item) => {
        const stored = encodeItem(item, references);
        expect(decodeItem(stored, restoreOriginal)).toEqual({ ...item });
        const turned = Object.fromEntries(Object.entries(item).reverse());
        expect(JSON.stringify(encodeItem(turned, references))).toBe(JSON.stringify(stored));
      }),
      { verbose: true },
    );
  });
});

describe('a restored source', () => {
  const arrival = { versionId: 'new' };
  const sealed = { source_version_id: RESTORING_VERSION };

  it('is kept and not converted while one of its items is sealed, and once its version is known', () => {
    const known = { source_version_id: 'new', current_attempt: 'new/1' };
    expect(decideArrival(sealed, undefined, arrival, 0)).toEqual({ do: 'nothing' });
    expect(decideArrival(sealed, undefined, { ...arrival, checked: 'new' }, 0)).toEqual({ do: 'nothing' });
    expect(decideArrival(known, undefined, { ...arrival, checked: RESTORING_VERSION }, 0)).toEqual({ do: 'nothing' });
    expect(decideArrival(known, undefined, { ...arrival, checked: 'new' }, 0)).toEqual({ do: 'nothing' });
  });

  it('is removed without the seal (control case)', () => {
    expect(decideArrival({ source_version_id: 'old', current_attempt: 'old/1' }, undefined, arrival, 0)).toEqual({
      do: 'remove',
    });
  });
});

describe('a dump folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'soundstage-dump-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is complete only with its manifest, and verify names a changed file', async () => {
    const dump = openFolder(folder);
    dump.create();
    await expect(dump.verify()).rejects.toThrow('no complete dump');
    const digest = dump.write({ items: ['{"pk":{"S":"a"}}'], users: [], objects: null });
    expect(await dump.verify()).toMatchObject({ digest, manifest: { items: { count: 1 }, objects: null } });
    writeFileSync(join(folder, 'items.jsonl'), '{"pk":{"S":"b"}}\n');
    await expect(dump.verify()).rejects.toThrow('items.jsonl');
    dump.write({
      items: [],
      users: [],
      objects: ['{"bucket":"media","key":"media/a","size":1,"sha256":"00","attributes":{}}'],
    });
    await expect(dump.verify()).rejects.toThrow('media/a');
  });

  it('keeps completed entries when the last line was cut off', () => {
    const file = join(folder, 'journal');
    const journal = openJournal<{ key: string }>(file, ({ key }) => key);
    journal.add({ key: 'a' });
    journal.add({ key: 'b' });
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -4));
    const again = openJournal<{ key: string }>(file, ({ key }) => key);
    expect([again.find('a'), again.find('b')]).toEqual([{ key: 'a' }, undefined]);
    again.add({ key: 'c' });
    expect(openJournal<{ key: string }>(file, ({ key }) => key).find('c')).toEqual({ key: 'c' });
  });
});

it('processes a sequence a few entries at a time and stops at the first failure', async () => {
  let most = 0;
  let now = 0;
  const done: number[] = [];
  const work = async (entry: number) => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
    if (entry === 7) throw new Error('seven');
    done.push(entry);
  };
  await inParallel([1, 2, 3, 4, 5], 2, work);
  expect([most, done.length]).toEqual([2, 5]);
  await expect(
    inParallel(
      Array.from({ length: 1000 }, (_, index) => index),
      3,
      work,
    ),
  ).rejects.toThrow('seven');
  expect(done.length).toBeLessThan(20);
});
