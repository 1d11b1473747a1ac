import { randomBytes, randomUUID } from 'node:crypto';
import { createBookmarkRepository } from '../../../lambdas/data/library/bookmark-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { someContent } from '../../support/content.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';

const secret = randomBytes(32).toString('base64');

let db: TestTable;
let bookmarks: ReturnType<typeof createBookmarkRepository>;

beforeAll(async () => {
  db = await startTestTable();
  bookmarks = createBookmarkRepository(db.table, { cursors: createCursors(async () => secret), logger: silentLogger });
});
afterAll(() => db.stop());

it('Z1 to Z4: lists bookmarks newest first, page by page, with their notes', async () => {
  const [user, other] = [randomUUID(), randomUUID()];
  const [older, newer] = [someContent(), someContent()];
  await bookmarks.add(user, older.id, '2026-01-01T00:00:00.000Z');
  await bookmarks.add(user, newer.id, '2026-01-02T00:00:00.000Z');
  expect(await bookmarks.setNote(user, older.id, 'The chorus')).toBe(true);
  expect(await bookmarks.setNote(other, older.id, 'not mine')).toBe(false);
  // A repeated bookmark keeps its note and its place.
  await bookmarks.add(user, older.id, '2026-01-03T00:00:00.000Z');

  const first = await bookmarks.list(user, { cursor: undefined, limit: 1 });
  const second = await bookmarks.list(user, { cursor: first.next_cursor ?? '', limit: 10 });
  expect([...first.items, ...second.items].map(({ content_id, note }) => [content_id, note])).toEqual([
    [newer.id, ''],
    [older.id, 'The chorus'],
  ]);
  expect((await bookmarks.list(other, { cursor: undefined, limit: 10 })).items).toEqual([]);

  await bookmarks.remove(user, newer.id);
  await bookmarks.remove(user, newer.id);
  expect((await bookmarks.list(user, { cursor: undefined, limit: 10 })).items).toHaveLength(1);
});
