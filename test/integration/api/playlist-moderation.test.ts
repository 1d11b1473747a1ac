import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createPlaylistCleaner } from '../../../lambdas/data/library/playlist-cleaner.ts';
import { createPlaylistLookup } from '../../../lambdas/data/library/playlist-lookup.ts';
import { createPlaylistModerationRepository } from '../../../lambdas/data/library/playlist-moderation-repository.ts';
import { createPlaylistReportRepository } from '../../../lambdas/data/library/playlist-report-repository.ts';
import { createPlaylistRepository } from '../../../lambdas/data/library/playlist-repository.ts';
import { playlistReportEntity, reportsOf } from '../../../lambdas/data/library/report-entities.ts';
import { createCursors } from '../../../lambdas/data/table/cursor.ts';
import type { Table } from '../../../lambdas/data/table/table.ts';
import { PlaylistVisibility } from '../../../lambdas/contract/listening/library.ts';
import { retentionMs } from '../../../lambdas/contract/retention.ts';
import { canOpen, type StoredPlaylist } from '../../../lambdas/domain/library/playlist.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { somePlaylist } from '../../support/rows/library-rows.ts';

const secret = randomBytes(32).toString('base64');
const deps = { cursors: createCursors(async () => secret), logger: silentLogger };
const START = Date.UTC(2026, 0, 1);
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
const ADMIN = randomUUID();
const decision = (seconds: number, reason = 'Insults in the title') => ({
  by: { actor: { userId: ADMIN, role: 'admin' as const }, requestId: 'request-1' },
  reason,
  now: at(seconds),
});
const FIRST_PAGE = { cursor: undefined, limit: 100 };

let db: TestTable;
let playlists: ReturnType<typeof createPlaylistRepository>;
let reports: ReturnType<typeof createPlaylistReportRepository>;
let moderation: ReturnType<typeof createPlaylistModerationRepository>;

beforeAll(async () => {
  db = await startTestTable();
  playlists = createPlaylistRepository(db.table, deps);
  reports = createPlaylistReportRepository(db.table);
  moderation = createPlaylistModerationRepository(db.table, deps);
});
afterAll(() => db.stop());

const shared = async (fields: Partial<StoredPlaylist> = {}): Promise<StoredPlaylist> => {
  const { playlist } = somePlaylist(randomUUID(), [], { visibility: 'public', ...fields });
  await playlists.create(playlist);
  return playlist;
};
const report = (id: string, user: string, seconds: number, text = '') =>
  reports.add({ playlist_id: id, user_id: user, reason: 'spam', text }, at(seconds));
const stored = async (id: string): Promise<StoredPlaylist> => {
  const found = await playlists.get(id, { consistent: true });
  if (!found) throw new Error(`${id} does not exist`);
  return found;
};
const open = async (id: string) =>
  (await moderation.listReported(FIRST_PAGE)).items.find(({ playlist_id: reported }) => reported === id);
const isPublic = async (id: string) => (await playlists.listPublic(FIRST_PAGE)).items.some((one) => one.id === id);
const hiddenIds = async () => (await moderation.listHidden(FIRST_PAGE)).items;
const auditOf = async (id: string) =>
  (await db.table.queryAll({ index: 'gsi2', partition: `AUDIT_TARGET#${id}`, limit: 100 })).length;

describe('reports', () => {
  it('P11, P12, P13: are stored once per user, and listed without the users who sent them', async () => {
    const { id } = await shared();
    const users = [randomUUID(), randomUUID()];
    const { calls, units } = await db.measure(() => report(id, users[0] ?? '', 1, 'First'));
    expect(calls).toEqual(['GetItem', 'GetItem', 'TransactWriteItems']);
    console.log(`a report: ${units} units`);
    await Promise.all([report(id, users[0] ?? '', 2, 'First'), report(id, users[1] ?? '', 2, 'Second')]);
    expect(await open(id)).toMatchObject({ counts: { spam: 2 }, first_reported_at: at(1) });
    const listed = await db.measure(() => moderation.listReports(id, at(3), FIRST_PAGE));
    expect(listed.result.items.map(({ text }) => text).sort()).toEqual(['First', 'Second']);
    expect(listed.units).toBeLessThanOrEqual(1.5);
    // Nothing that an administrator receives contains a user's id or its hash: neither the list nor its cursor.
    const { next_cursor: cursor } = await moderation.listReports(id, at(3), { cursor: undefined, limit: 1 });
    const hashes = users.map((user) => createHash('sha256').update(user).digest('hex'));
    const readable = Buffer.from(cursor ?? '', 'base64url');
    expect(readable.length).toBeGreaterThan(0);
    expect([...users, ...hashes].filter((secret) => readable.includes(secret))).toEqual([]);
    expect(JSON.stringify(await moderation.listReported(FIRST_PAGE))).not.toContain(users[0]);
  });

  it('of many users at the same time are all counted', async () => {
    const { id } = await shared();
    await Promise.all(Array.from({ length: 8 }, (_, index) => report(id, randomUUID(), index)));
    expect(await open(id)).toMatchObject({ counts: { spam: 8 } });
  });

  it('are accepted for exactly the playlists that other users can open', async () => {
    const states = PlaylistVisibility.options.flatMap((visibility) =>
      [{}, { deleted_at: at(1) }, { hidden_at: at(1) }].flatMap((removed) =>
        [{}, { owner_disabled: false }, { owner_disabled: true }].map((owner) => ({
          visibility,
          ...removed,
          ...owner,
        })),
      ),
    );
    const outcomes = states.map(async (fields) => {
      const playlist = await shared(fields);
      const accepted = (await report(playlist.id, randomUUID(), 2)) === 'accepted';
      return { ...fields, accepted };
    });
    const viewer = { userId: randomUUID(), role: 'user' as const };
    expect(await Promise.all(outcomes)).toEqual(
      states.map((fields) => ({ ...fields, accepted: canOpen(somePlaylist(ADMIN, [], fields).playlist, viewer) })),
    );
  });

  it('P17: dismissed, are closed with an audit entry, unless there are newer ones', async () => {
    const { id } = await shared();
    const user = randomUUID();
    await report(id, user, 1);
    const seen = (await open(id))?.rev ?? 0;
    await report(id, randomUUID(), 2);
    expect([await moderation.dismissReports(id, seen, decision(3)), await auditOf(id)]).toEqual(['newer', 0]);
    const dismiss = () => moderation.dismissReports(id, seen + 1, decision(3));
    expect([await dismiss(), await dismiss(), await auditOf(id), await open(id)]).toEqual([
      'done',
      'done',
      1,
      undefined,
    ]);
    // The same user cannot reopen them; another one starts a new round.
    await report(id, user, 4, 'Again');
    expect(await open(id)).toBeUndefined();
    await report(id, randomUUID(), 5, 'New');
    expect(await open(id)).toMatchObject({ counts: { spam: 1 }, first_reported_at: at(5) });
    expect((await moderation.listReports(id, at(6), FIRST_PAGE)).items.map(({ text }) => text)).toEqual(['New']);
  });

  it('expire, and can then be sent again', async () => {
    const { id } = await shared();
    const user = randomUUID();
    await report(id, user, 1, 'Old');
    const later = retentionMs('playlist_reports') / 1000 + 10;
    expect((await moderation.listReports(id, at(later), FIRST_PAGE)).items).toEqual([]);
    await report(id, user, later, 'New');
    expect(await open(id)).toMatchObject({ counts: { spam: 1 }, first_reported_at: at(later) });
  });

  it('are found by the user who sent them, and deleted with the playlist', async () => {
    const playlist = await shared();
    const user = randomUUID();
    await report(playlist.id, user, 1, 'Mine');
    const own = await db.table.queryAll({ index: 'gsi1', partition: `REPORTS_BY#${user}`, limit: 10 });
    expect(own.map((item) => playlistReportEntity.exportView(playlistReportEntity.parse(item)))).toEqual([
      { playlist_id: playlist.id, reason: 'spam', text: 'Mine', reported_at: at(1) },
    ]);
    await playlists.markDeleted(playlist, at(2));
    await createPlaylistCleaner(db.table).removeRest(playlist.id);
    expect(await db.table.queryAll({ partition: reportsOf(playlist.id), limit: 10 })).toEqual([]);
  });
});

describe('a hidden playlist', () => {
  it('P14, P15, P16: is not listed, keeps its reason, and closes its reports, with one audit entry', async () => {
    const { id } = await shared();
    await report(id, randomUUID(), 1);
    const hide = () => moderation.setHidden(id, true, decision(2));
    const { calls, result } = await db.measure(hide);
    expect(calls).toEqual(['GetItem', 'GetItem', 'TransactWriteItems']);
    expect(result).toMatchObject({ hidden_at: at(2), hidden_reason: 'Insults in the title', revision: 2 });
    await Promise.all([hide(), hide()]);
    expect([await isPublic(id), await open(id), await auditOf(id)]).toEqual([false, undefined, 1]);
    expect((await hiddenIds())[0]).toBe(id);
    const lookup = await db.measure(() => createPlaylistLookup(db.table, silentLogger).getMany([id, id]));
    expect([lookup.calls, lookup.result.get(id)?.hidden_at]).toEqual([['BatchGetItem'], at(2)]);

    const show = () => moderation.setHidden(id, false, decision(3, 'Renamed'));
    await Promise.all([show(), show()]);
    expect([await isPublic(id), (await hiddenIds()).includes(id), await auditOf(id)]).toEqual([true, false, 2]);
    expect(await stored(id)).not.toHaveProperty('hidden_reason');
  });

  it('closes reports that arrive while it is being hidden', async () => {
    const { id: reportedBefore } = await shared();
    await report(reportedBefore, randomUUID(), 1);
    await moderation.dismissReports(reportedBefore, 1, decision(2));
    for (const id of [(await shared()).id, reportedBefore]) {
      let isFirst = true;
      const racing: Table = {
        ...db.table,
        async get(key, options) {
          const found = await db.table.get(key, options);
          if (key.pk !== reportsOf(id) || !isFirst) return found;
          isFirst = false;
          await report(id, randomUUID(), 3);
          return found;
        },
      };
      const hidden = await createPlaylistModerationRepository(racing, deps).setHidden(id, true, decision(4));
      expect([isFirst, hidden?.hidden_at, await open(id)]).toEqual([false, at(4), undefined]);
    }
  });

  it('stays hidden whatever its owner edits, and when an edit and the decision happen at the same time', async () => {
    const { id } = await shared();
    await moderation.setHidden(id, true, decision(1));
    for (const visibility of ['private', 'unlisted', 'public'] as const) {
      const before = await stored(id);
      const edit = { title: `Now ${visibility}`, description: '', visibility, updated_at: at(2) };
      expect(await playlists.saveEdit(before, edit)).toMatchObject({ visibility, hidden_at: at(1) });
      expect([await isPublic(id), (await hiddenIds()).includes(id)]).toEqual([false, true]);
    }
    const racing = await shared();
    const edit = { title: 'Edited', description: '', visibility: 'public' as const, updated_at: at(3) };
    await Promise.all([moderation.setHidden(racing.id, true, decision(3)), playlists.saveEdit(racing, edit)]);
    expect([(await stored(racing.id)).hidden_at, await isPublic(racing.id)]).toEqual([at(3), false]);
  });

  it('is not hidden or shown by its own owner, even an administrator', async () => {
    const { id } = await shared({ user_id: ADMIN });
    await expect(moderation.setHidden(id, true, decision(1))).rejects.toMatchObject({ code: 'forbidden' });
    const other = { ...decision(2), by: { actor: { userId: randomUUID(), role: 'admin' as const }, requestId: 'r' } };
    await moderation.setHidden(id, true, other);
    await expect(moderation.setHidden(id, false, decision(3))).rejects.toMatchObject({ code: 'forbidden' });
    expect((await stored(id)).hidden_at).toBe(at(2));
  });

  it('leaves the list when it is deleted, and cannot be decided about any more', async () => {
    const playlist = await shared();
    await moderation.setHidden(playlist.id, true, decision(1));
    await playlists.markDeleted(await stored(playlist.id), at(2));
    expect((await hiddenIds()).includes(playlist.id)).toBe(false);
    expect(await moderation.setHidden(playlist.id, false, decision(3))).toBeUndefined();
  });
});
