import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { createContentRecords } from '../../../lambdas/data/content/content-records.ts';
import { createScriptRepository } from '../../../lambdas/data/transcripts/script-repository.ts';
import { createTranscriptEdits, type StoredEdit } from '../../../lambdas/data/transcripts/transcript-edits.ts';
import { createTranscriptRepository } from '../../../lambdas/data/transcripts/transcript-repository.ts';
import type { Segment, Transcript } from '../../../lambdas/domain/analysis/transcript.ts';
import { joinSegments, splitSegment } from '../../../lambdas/domain/transcripts/divide.ts';
import { editSegment, type SegmentEdit } from '../../../lambdas/domain/transcripts/edits.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const NOW = '2026-02-01T00:00:00.000Z';
const USER = randomUUID();

let db: TestTable;
let transcripts: ReturnType<typeof createTranscriptRepository>;
let edits: ReturnType<typeof createTranscriptEdits>;

const failOnBad = (): never => {
  throw new Error('A stored segment is corrupt');
};

beforeAll(async () => {
  db = await startTestTable();
  transcripts = createTranscriptRepository(db.table, failOnBad);
  edits = createTranscriptEdits(db.table);
});
afterAll(() => db.stop());

const newId = () => `cnt_${ulid()}`;
const transcriptOf = (contentId: string, fields: Partial<Transcript> = {}): Transcript => ({
  content_id: contentId,
  version_id: 'v1',
  source: 'machine',
  language: 'en-US',
  revision: 0,
  segment_count: 3,
  created_at: NOW,
  edited_at: null,
  edited_by: null,
  ...fields,
});
const segments: readonly Segment[] = ['One two.', 'Three.', 'Four.'].map((text, index) => ({
  id: `s0000${index + 1}`,
  start_ms: index * 2000,
  end_ms: index * 2000 + 1500,
  text,
}));
const words = [100, 700, 2000, 4000].map((start) => ({
  text: 'w',
  start_ms: start,
  end_ms: start + 90,
  confidence: 1,
}));
const others = [{ id: 's00001', start_ms: 0, end_ms: 900, text: 'Something else.' }];

const act = (action: 'transcript-edited' | 'transcript-chosen', contentId: string) => ({
  actor: { userId: USER, role: 'admin' as const },
  requestId: 'request-1',
  action: `content.${action}` as const,
  targetId: contentId,
  before: {},
  after: {},
});

const readOf = async (contentId: string) => {
  const stored = await transcripts.readStored(contentId);
  if (!stored) throw new Error('There is no transcript');
  return stored;
};

/** Reads, and returns the write of an edit, so that a test can run two at the same time. */
const editOf = async (contentId: string, index: number, fields: Partial<SegmentEdit>) => {
  const { segments: all } = await readOf(contentId);
  const before = all[index];
  if (!before) throw new Error('There is no such segment');
  const { text, start_ms, end_ms, removed } = before;
  const after = { ...before, ...editSegment(all, before, { text, start_ms, end_ms, removed, ...fields }, null) };
  const changes = [{ before, after }] as const;
  const edit = { segments: all, changes, userId: USER, now: NOW, act: act('transcript-edited', contentId) };
  return () => edits.saveEdit(edit);
};
const change = async (...args: Parameters<typeof editOf>) => (await editOf(...args))();
const itemsOf = async (contentId: string) =>
  (await db.table.queryAll({ partition: `TRANSCRIPT#${contentId}`, limit: 100, descending: false })).map(
    ({ sk }) => sk,
  );

const stored = async (contentId = newId()) => {
  await transcripts.put(transcriptOf(contentId), segments, words);
  return contentId;
};

describe('a transcript that a machine made', () => {
  it('AT1 to AT3: is stored with its segments and words, and storing it again changes nothing', async () => {
    const id = await stored();
    const first = await readOf(id);
    expect(first.head).toMatchObject({ revision: 0, segment_count: 3, edited_at: null });
    expect(first.segments.map(({ version, words: starts }) => [version, starts])).toEqual([
      [0, [100, 700]],
      [0, [2000]],
      [0, [4000]],
    ]);
    expect((await transcripts.read(id))?.segments).toEqual(segments);
    expect(await transcripts.put(transcriptOf(id, { created_at: '2026-02-02T00:00:00.000Z' }), segments, words)).toBe(
      'current',
    );
    expect(await readOf(id)).toEqual(first);
    expect(await transcripts.read(newId())).toBeUndefined();
  });

  it('AT6: replaces one that no one edited, with all its segments', async () => {
    const id = await stored();
    expect(await transcripts.put(transcriptOf(id, { source: 'script' }), others, [])).toBe('current');
    const { head, segments: now } = await readOf(id);
    expect([head.source, head.segment_count, now.map(({ text }) => text)]).toEqual(['script', 1, ['Something else.']]);
    expect(await itemsOf(id)).toHaveLength(2);
  });

  it('becomes a candidate next to one that a user edited, once', async () => {
    const id = await stored();
    await change(id, 1, { text: 'Drei.' });
    for (let again = 0; again < 2; again += 1)
      expect(await transcripts.put(transcriptOf(id), others, [])).toBe('candidate');
    const { head, segments: now } = await readOf(id);
    expect(now.map(({ text }) => text)).toEqual(['One two.', 'Drei.', 'Four.']);
    expect(head.candidate).toMatchObject({ segment_count: 1, revision: 0, edited_at: null });
    // The next candidate replaces it, with its segments.
    await transcripts.put(transcriptOf(id, { language: 'de-DE' }), others, []);
    expect((await itemsOf(id)).filter((sk) => sk.startsWith('SEGMENT#'))).toHaveLength(4);
  });

  it('AT7: is chosen by a user, or removed', async () => {
    const id = await stored();
    await change(id, 1, { text: 'Drei.' });
    await transcripts.put(transcriptOf(id), others, []);
    const { head: before } = await readOf(id);
    expect(await edits.saveChoice(before, 'candidate', act('transcript-chosen', id), NOW)).toBe(true);
    expect(await edits.saveChoice(before, 'candidate', act('transcript-chosen', id), NOW)).toBe(false);
    const chosen = await readOf(id);
    expect([chosen.segments.map(({ text }) => text), chosen.head.candidate?.revision]).toEqual([
      ['Something else.'],
      1,
    ]);
    await edits.saveChoice(chosen.head, 'candidate', act('transcript-chosen', id), NOW);
    const back = await readOf(id);
    expect(back.segments.map(({ text }) => text)).toEqual(['One two.', 'Drei.', 'Four.']);
    await edits.saveChoice(back.head, 'current', act('transcript-chosen', id), NOW);
    const { head, segments: kept } = await readOf(id);
    expect([head.candidate, head.revision, kept.length]).toEqual([undefined, 1, 3]);
  });
});

describe('editing a transcript', () => {
  it('AT4, AT5: keeps every version, with who and when, and counts revisions', async () => {
    const id = await stored();
    expect(await change(id, 0, { text: 'First.' })).toBe(true);
    expect(await change(id, 0, { text: 'Second.', start_ms: 10 })).toBe(true);
    const { head, segments: now } = await readOf(id);
    expect(head).toMatchObject({ revision: 2, edited_at: NOW, edited_by: USER, segment_count: 3 });
    expect(now[0]).toMatchObject({ text: 'Second.', start_ms: 10, version: 2, edited_by: USER });
    expect(now[0] && (await transcripts.listVersions(now[0]))).toEqual([
      expect.objectContaining({ version: 0, text: 'One two.', edited_by: null }),
      expect.objectContaining({ version: 1, text: 'First.', edited_by: USER }),
    ]);
  });

  it('lets only one of two simultaneous edits of a segment win, and both of different ones', async () => {
    const id = await stored();
    const writes = await Promise.all(['a', 'b'].map((text) => editOf(id, 0, { text })));
    expect((await Promise.all(writes.map((write) => write()))).toSorted()).toEqual([false, true]);
    const apart = await Promise.all([editOf(id, 0, { text: 'c' }), editOf(id, 2, { text: 'd' })]);
    expect(await Promise.all(apart.map((write) => write()))).toEqual([true, true]);
    expect((await readOf(id)).head.revision).toBe(3);
  });

  it('rejects new times when a neighbor changed meanwhile, so that segments never overlap', async () => {
    const id = await stored();
    const [later, earlier] = await Promise.all([editOf(id, 0, { end_ms: 1900 }), editOf(id, 1, { start_ms: 1600 })]);
    expect([await later(), await earlier()]).toEqual([true, false]);
    const { segments: now } = await readOf(id);
    expect(now.every(({ start_ms: start }, index) => start >= (now[index - 1]?.end_ms ?? 0))).toBe(true);
  });

  it('hides a removed segment until it is restored', async () => {
    const id = await stored();
    await change(id, 1, { removed: true });
    expect((await transcripts.read(id))?.segments.map(({ text }) => text)).toEqual(['One two.', 'Four.']);
    expect((await readOf(id)).head.segment_count).toBe(2);
    await change(id, 1, { removed: false });
    expect((await transcripts.read(id))?.segments).toEqual(segments);
    expect((await readOf(id)).head.segment_count).toBe(3);
  });

  it('AT4: splits and joins segments, keeping what the machine wrote, unless one changed meanwhile', async () => {
    const id = await stored();
    const { segments: all } = await readOf(id);
    const before = all[0]!;
    const save = (read: typeof all, changes: StoredEdit['changes']) =>
      edits.saveEdit({ segments: read, changes, userId: USER, now: NOW, act: act('transcript-edited', id) });
    const [after, second] = splitSegment(all, before, { at: 3, at_ms: 700 });
    const split: StoredEdit['changes'] = [{ before, after }, { after: second }];
    expect([await save(all, split), await save(all, split)]).toEqual([true, false]);
    const parts = await readOf(id);
    expect(parts.segments.map(({ text, version }) => [text, version])).toEqual([
      ['One', 1],
      ['two.', 1],
      ['Three.', 0],
      ['Four.', 0],
    ]);
    expect([parts.head.segment_count, parts.head.revision]).toEqual([4, 1]);
    expect(await transcripts.listVersions(before)).toMatchObject([{ version: 0, text: 'One two.', end_ms: 1500 }]);

    const [first] = parts.segments;
    const { next, joined, removed } = joinSegments(parts.segments, first!, 'en-US');
    const join: StoredEdit['changes'] = [
      { before: first, after: joined },
      { before: next, after: removed },
    ];
    await change(id, 1, { text: 'zwei.' });
    expect(await save(parts.segments, join)).toBe(false);
    const again = await readOf(id);
    const fresh = joinSegments(again.segments, again.segments[0]!, 'en-US');
    const changes: StoredEdit['changes'] = [
      { before: again.segments[0], after: fresh.joined },
      { before: fresh.next, after: fresh.removed },
    ];
    expect(await save(again.segments, changes)).toBe(true);
    expect((await transcripts.read(id))?.segments.map(({ text }) => text)).toEqual(['One zwei.', 'Three.', 'Four.']);
    expect((await readOf(id)).head.segment_count).toBe(3);
  });

  it('is rejected when the transcript was replaced meanwhile', async () => {
    const id = await stored();
    const write = await editOf(id, 0, { text: 'late' });
    await transcripts.put(transcriptOf(id), others, []);
    expect(await write()).toBe(false);
    expect(await itemsOf(id)).toHaveLength(2);
  });
});

describe('the script', () => {
  it('AT8 to AT11: is stored for existing items only, removed, and deleted with everything else', async () => {
    const id = await stored();
    const scripts = createScriptRepository(db.table);
    const script = {
      content_id: id,
      kind: 'text',
      language: 'en',
      text: 'One.',
      created_at: NOW,
      created_by: USER,
    } as const;
    const check = createContentRecords(db.table).mustExist(id);
    await expect(scripts.put(script, check, act('transcript-edited', id))).rejects.toThrow('condition');
    await db.table.put({ pk: `CONTENT#${id}`, sk: 'META' });
    await scripts.put(script, check, act('transcript-edited', id));
    expect(await scripts.read(id)).toEqual(script);
    await scripts.remove(id, act('transcript-edited', id), NOW);
    expect(await scripts.read(id)).toBeUndefined();
    await scripts.put(script, check, act('transcript-edited', id));
    await change(id, 0, { text: 'edited' });
    await transcripts.removeAll(id);
    expect(await itemsOf(id)).toEqual([]);
  });
});
