import { randomBytes, randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { createContentRepository } from '../../../lambdas/data/content/content-repository.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import { createEntryRepository } from '../../../lambdas/data/library/entry-repository.ts';
import { createLibraryItemRepository } from '../../../lambdas/data/library/library-item-repository.ts';
import { createLikeRepository } from '../../../lambdas/data/library/like-repository.ts';
import { createPlaylistCleaner } from '../../../lambdas/data/library/playlist-cleaner.ts';
import { entryEntity } from '../../../lambdas/data/library/playlist-entity.ts';
import { createPlaylistOwnerRepository } from '../../../lambdas/data/library/playlist-owner-repository.ts';
import { createPlaylistRepository } from '../../../lambdas/data/library/playlist-repository.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import type { Content } from '../../../lambdas/domain/content/content.ts';
import { ordersBetween, orderBetween, ORDER_KEY_MAX } from '../../../lambdas/domain/library/order-keys.ts';
import { ENTRIES_MAX, PLAYLISTS_MAX, canOpen, type StoredPlaylist } from '../../../lambdas/domain/library/playlist.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { contentItem, someContent, someDraft } from '../../support/content.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { someLike, somePlaylist } from '../../support/rows/library-rows.ts';

const secret = randomBytes(32).toString('base64');
const deps = { cursors: createCursors(async () => secret), logger: silentLogger };
const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const titled = (index: number) =>
  someContent({
    title: `A title of an ordinary length, number ${index}`,
    category_id: `cat_${ulid()}`,
    category_name: 'Short films',
  });

let db: TestTable;
let likes: ReturnType<typeof createLikeRepository>;
let playlists: ReturnType<typeof createPlaylistRepository>;
let entries: ReturnType<typeof createEntryRepository>;
let libraryItems: ReturnType<typeof createLibraryItemRepository>;
const contentItems = Array.from({ length: 45 }, (_, index) => titled(index));
const first = contentItems[0] ?? someContent();

beforeAll(async () => {
  db = await startTestTable();
  likes = createLikeRepository(db.table, deps);
  playlists = createPlaylistRepository(db.table, deps);
  entries = createEntryRepository(db.table);
  libraryItems = createLibraryItemRepository(db.table);
  for (const content of contentItems) await db.table.put(contentItem(content));
});
afterAll(() => db.stop());

const put = async (items: readonly Readonly<Record<string, unknown>>[]) => {
  for (const item of items) await db.table.put(item as never);
};
const newPlaylist = (userId: string, fields: Partial<StoredPlaylist> = {}): StoredPlaylist => ({
  ...somePlaylist(userId, []).playlist,
  ...fields,
});

describe('likes', () => {
  it('B1, B2, B3: lists likes newest first, at most 2.5 units a page, and their IDs separately', async () => {
    const user = randomUUID();
    for (const [index, content] of contentItems.entries())
      expect(await likes.like(user, content, at(index))).toBe('liked');
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { result, calls, units } = await db.measure(() => likes.list(user, { cursor, limit: 20 }));
      expect(calls).toEqual(['Query']);
      console.log(`likes: ${units} units for ${result.items.length}`);
      expect(units).toBeLessThanOrEqual(2.5);
      seen.push(...result.items.map(({ content }) => content.title));
      cursor = result.next_cursor ?? undefined;
      pages += 1;
    } while (cursor !== undefined);
    expect(seen).toEqual(contentItems.map(({ title }) => title).reverse());
    expect(pages).toBe(3);
    const ids = await db.measure(() => likes.listIds(user));
    expect([...ids.result].sort()).toEqual(contentItems.map(({ id }) => id).sort());
    expect(ids.units).toBeLessThanOrEqual(1);
  });

  it('B3, B4: likes and unlikes once, however many devices do it at the same time', async () => {
    const user = randomUUID();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => likes.like(user, first, at(1))));
    expect(outcomes.filter((outcome) => outcome === 'liked')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'already')).toHaveLength(5);
    const removed = await Promise.all(Array.from({ length: 6 }, () => likes.unlike(user, first.id)));
    expect(removed.filter(Boolean)).toHaveLength(1);
    expect(await likes.listIds(user)).toEqual([]);
    expect((await likes.list(user, { cursor: undefined, limit: 5 })).items).toEqual([]);
  });

  it('B3: does not like an item that was edited or unpublished since it was read', async () => {
    const draft = someDraft();
    await put([contentItem(draft)]);
    const user = randomUUID();
    expect(await likes.like(user, { ...draft, status: 'published' }, at(1))).toBe('changed');
    expect(await likes.like(user, { ...first, revision: 9 }, at(1))).toBe('changed');
    expect(await likes.like(user, someContent(), at(1))).toBe('changed');
    expect(await likes.listIds(user)).toEqual([]);
  });
});

describe('playlists', () => {
  it('P2, P3, P4: are listed newest first', async () => {
    const user = randomUUID();
    const made = Array.from({ length: 30 }, (_, index) =>
      newPlaylist(user, {
        created_at: at(index),
        visibility: index % 2 === 0 ? 'public' : 'private',
        description: 'Some words about it.',
      }),
    );
    for (const playlist of made) expect(await playlists.create(playlist)).toBe('created');
    const own = await db.measure(() => playlists.listOwn(user, { cursor: undefined, limit: 24 }));
    expect(own.result.items.map(({ id }) => id)).toEqual(
      made
        .map(({ id }) => id)
        .reverse()
        .slice(0, 24),
    );
    expect(own.units).toBeLessThanOrEqual(2);
    const open = await playlists.listPublic({ cursor: undefined, limit: 24 });
    expect(open.items.map(({ id }) => id)).toEqual(
      made
        .filter((_, index) => index % 2 === 0)
        .map(({ id }) => id)
        .reverse(),
    );
    const [one, two] = made as [StoredPlaylist, StoredPlaylist];
    for (const playlist of [one, two]) await entries.add(playlist, first, at(1));
    expect([...(await playlists.listContainingPlaylists(user, first.id))].sort()).toEqual([one.id, two.id].sort());
    expect(await playlists.listContainingPlaylists(randomUUID(), first.id)).toEqual([]);
  });

  it(`P5: are limited to ${PLAYLISTS_MAX} per user, even when created concurrently`, async () => {
    const user = randomUUID();
    await put([{ pk: `USER#${user}`, sk: 'LIBRARY', type: 'LIBRARY', v: 1, playlists: PLAYLISTS_MAX - 2 }]);
    const made = await Promise.all(Array.from({ length: 6 }, () => playlists.create(newPlaylist(user))));
    expect(made.filter((outcome) => outcome === 'created')).toHaveLength(2);
    const {
      items: [some],
    } = await playlists.listOwn(user, { cursor: undefined, limit: 1 });
    const stored = await playlists.get(some?.id ?? '');
    expect(await playlists.markDeleted(stored as StoredPlaylist, at(1))).toBe(true);
    expect(await playlists.markDeleted(stored as StoredPlaylist, at(1))).toBe(false);
    expect(await playlists.create(newPlaylist(user))).toBe('created');
  });

  it('P6: accept one of two edits of the same revision', async () => {
    const { playlist, items } = somePlaylist(randomUUID(), []);
    await put(items);
    const edit = (title: string) =>
      playlists.saveEdit(playlist, { title, description: '', visibility: 'public', updated_at: at(5) });
    const saved = await Promise.all([edit('One'), edit('Two')]);
    expect(saved.filter(Boolean)).toHaveLength(1);
    expect(await playlists.get(playlist.id, { consistent: true })).toMatchObject({ revision: 2, visibility: 'public' });
  });

  it('P7, P9: disappear at once when deleted, and their entries in the end', async () => {
    const user = randomUUID();
    const { playlist, items } = somePlaylist(user, contentItems, { visibility: 'public' });
    await put([...items, { pk: `USER#${user}`, sk: 'LIBRARY', type: 'LIBRARY', v: 1, playlists: 1 }]);
    await playlists.markDeleted(playlist, at(1));
    expect((await playlists.listOwn(user, { cursor: undefined, limit: 5 })).items).toEqual([]);
    await createPlaylistCleaner(db.table).removeRest(playlist.id);
    expect(await playlists.get(playlist.id)).toBeUndefined();
    expect(await entries.get(playlist.id, first.id)).toBeUndefined();
    await createPlaylistCleaner(db.table).removeRest(playlist.id);
  });
});

describe('entries', () => {
  const inOrder = async (id: string): Promise<string[]> =>
    (await playlists.listEntries(id, { cursor: undefined, limit: 100 })).items.map((entry) => entry.id);
  const readAgain = async (id: string) => (await playlists.get(id, { consistent: true })) as StoredPlaylist;

  it('E2, E3, P8: are added at the end, each item once, and removed', async () => {
    const { playlist, items } = somePlaylist(randomUUID(), []);
    await put(items);
    for (const content of contentItems)
      expect(await entries.add(await readAgain(playlist.id), content, at(1))).toBe('added');
    expect(await entries.add(await readAgain(playlist.id), first, at(2))).toBe('already');
    expect(await inOrder(playlist.id)).toEqual(contentItems.map(({ id }) => id));
    const page = await db.measure(() => playlists.listEntries(playlist.id, { cursor: undefined, limit: 24 }));
    console.log(`entries: ${page.units} units for ${page.result.items.length}`);
    expect(page.units).toBeLessThanOrEqual(3);
    expect(await entries.remove(playlist.id, first.id, at(3))).toBe(true);
    expect(await entries.remove(playlist.id, first.id, at(3))).toBe(false);
    expect(await readAgain(playlist.id)).toMatchObject({
      entry_count: contentItems.length - 1,
      revision: 2 + contentItems.length,
    });
  });

  it('E2: accept one of several concurrent additions; the others have to retry', async () => {
    const { playlist, items } = somePlaylist(randomUUID(), []);
    await put(items);
    const outcomes = await Promise.all(
      contentItems.slice(0, 4).map((content) => entries.add(playlist, content, at(1))),
    );
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(3);
  });

  it(`E2: are limited to ${ENTRIES_MAX}`, async () => {
    const { playlist, items } = somePlaylist(randomUUID(), [first]);
    await put(items);
    const full = { ...playlist, entry_count: ENTRIES_MAX };
    expect(await entries.add(full, contentItems[1] as Content, at(1))).toBe('full');
    expect(await entries.add(full, first, at(1))).toBe('already');
  });

  it('E4: move to where they are dropped, under one revision', async () => {
    const { playlist, items } = somePlaylist(randomUUID(), contentItems.slice(0, 6));
    await put(items);
    const expected = contentItems.slice(0, 6).map(({ id }) => id);
    const move = async (from: number, to: number) => {
      const [moved = ''] = expected.splice(from, 1);
      const after = to === 0 ? undefined : expected[to - 1];
      expected.splice(to, 0, moved);
      const now = await readAgain(playlist.id);
      const entry = (await entries.get(playlist.id, moved)) ?? fail();
      expect(
        await entries.move(now, entry, after === undefined ? undefined : await entries.get(playlist.id, after), at(9)),
      ).toMatchObject({ revision: now.revision + 1 });
      expect(await inOrder(playlist.id)).toEqual(expected);
    };
    for (const [from, to] of [
      [5, 0],
      [0, 5],
      [2, 3],
      [3, 2],
      [4, 1],
      [0, 1],
      [1, 0],
    ] as const)
      await move(from, to);
    const stale = await readAgain(playlist.id);
    await entries.add(stale, contentItems[10] as Content, at(9));
    const [one, two] = await Promise.all([
      entries.get(playlist.id, expected[0] ?? ''),
      entries.get(playlist.id, expected[1] ?? ''),
    ]);
    expect(await entries.move(stale, one ?? fail(), two, at(9))).toBeUndefined();
    expect(await inOrder(playlist.id)).toEqual([...expected, contentItems[10]?.id]);
  });

  it('E4: get new keys where there is no room for a short one between two entries', async () => {
    const { playlist, items } = somePlaylist(randomUUID(), []);
    await put(items);
    const [low = '', high = ''] = ordersBetween(undefined, undefined, 2);
    let near = high;
    while (near.length < ORDER_KEY_MAX) near = orderBetween(low, near);
    while (orderBetween(low, near).length <= ORDER_KEY_MAX) near = orderBetween(low, near);
    const orders = [low, near, high];
    await put(
      contentItems
        .slice(0, 3)
        .map((content, index) =>
          entryEntity.toItem({ ...somePlaylistEntry(playlist, content), order: orders[index] ?? '' }),
        ),
    );
    const [a, b, c] = contentItems.map(({ id }) => id) as [string, string, string];
    const [moved, after] = await Promise.all([entries.get(playlist.id, c), entries.get(playlist.id, a)]);
    expect(await entries.move(playlist, moved ?? fail(), after, at(1))).toMatchObject({ revision: 2 });
    expect(await inOrder(playlist.id)).toEqual([a, c, b]);
    const { items: spread } = await playlists.listEntries(playlist.id, { cursor: undefined, limit: 10 });
    expect(spread.map(({ order }) => order.length)).toEqual([8, 8, 8]);
  });
});

const fail = (): never => {
  throw new Error('The item does not exist');
};
const somePlaylistEntry = (playlist: StoredPlaylist, content: Content) =>
  entryEntity.parse(
    somePlaylist(playlist.user_id, [content], { id: playlist.id }).items[1] as Readonly<Record<string, unknown>>,
  );

describe('F1: likes and entries', () => {
  it('follow a new title, are hidden with a draft, return to their position, and go with a deletion', async () => {
    const content = titled(100);
    const [ann, bob] = [randomUUID(), randomUUID()];
    const { playlist, items } = somePlaylist(ann, [content, first]);
    await put([contentItem(content), ...items]);
    for (const user of [ann, bob]) {
      await put([someLike(user, first, 1)]);
      expect(await likes.like(user, content, at(50))).toBe('liked');
    }
    const liked = async (user: string) =>
      (await likes.list(user, { cursor: undefined, limit: 9 })).items.map(({ content: { title } }) => title);
    const listed = async () =>
      (await playlists.listEntries(playlist.id, { cursor: undefined, limit: 9 })).items.map(({ title, shown }) => [
        title,
        shown,
      ]);

    await libraryItems.follow(content.id, { ...content, title: 'Renamed' }, at(60));
    for (const user of [ann, bob]) expect(await liked(user)).toEqual([first.title, 'Renamed']);
    expect(await listed()).toEqual([
      ['Renamed', true],
      [first.title, true],
    ]);

    await libraryItems.follow(content.id, { ...content, status: 'draft' }, at(61));
    expect(await liked(ann)).toEqual([first.title]);
    expect(await listed()).toEqual([
      [content.title, false],
      [first.title, true],
    ]);
    expect(await likes.listIds(ann)).toContain(content.id);

    await libraryItems.follow(content.id, content, at(62));
    expect(await liked(bob)).toEqual([first.title, content.title]);

    await libraryItems.follow(content.id, undefined, at(63));
    await libraryItems.follow(content.id, undefined, at(63));
    for (const user of [ann, bob]) expect(await liked(user)).toEqual([first.title]);
    expect(await likes.listIds(ann)).not.toContain(content.id);
    expect(await listed()).toEqual([[first.title, true]]);
    expect(await playlists.get(playlist.id, { consistent: true })).toMatchObject({ entry_count: 1 });
    expect(await createContentRepository(db.table, deps).get(content.id)).toMatchObject({ title: content.title });
  });
});

it('P10: hides the playlists of a disabled user from others, and shows them again', async () => {
  const user = randomUUID();
  const owners = createPlaylistOwnerRepository(db.table);
  const rights = (disabled: boolean) => db.table.put(rightsEntity.toItem({ user_id: user, role: 'user', disabled }));
  const shared = newPlaylist(user, { visibility: 'public' });
  const unlisted = newPlaylist(user, { id: `pls_${ulid()}`, visibility: 'unlisted' });
  for (const playlist of [shared, unlisted]) expect(await playlists.create(playlist)).toBe('created');
  const isListed = async () =>
    (await playlists.listPublic({ cursor: undefined, limit: 100 })).items.some(({ id }) => id === shared.id);
  const opens = (who: string) =>
    Promise.all(
      [shared, unlisted].map(async ({ id }) => {
        const found = await playlists.get(id, { consistent: true });
        return found !== undefined && canOpen(found, { userId: who, role: 'user' });
      }),
    );
  expect([await isListed(), await opens('other')]).toEqual([true, [true, true]]);

  await rights(true);
  await owners.follow(user);
  expect([await isListed(), await opens('other'), await opens(user)]).toEqual([false, [false, false], [true, true]]);
  const hidden = await playlists.get(shared.id, { consistent: true });
  if (hidden) await playlists.saveEdit(hidden, { ...hidden, title: 'Edited' });
  expect(await isListed()).toBe(false);

  // A playlist that is created at the moment when the account is disabled does not stay public.
  const late = newPlaylist(user, { id: `pls_${ulid()}`, visibility: 'public' });
  expect(await playlists.create(late)).toBe('disabled');
  expect(await playlists.get(late.id, { consistent: true })).toBeUndefined();

  await rights(false);
  await Promise.all([owners.follow(user), owners.follow(user)]);
  expect([await isListed(), await opens('other')]).toEqual([true, [true, true]]);
});
