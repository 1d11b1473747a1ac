import type { HistoryDeps } from '../../../lambdas/api/history/deps.ts';
import { historyRoutes } from '../../../lambdas/api/history/routes.ts';
import type { HistoryState } from '../../../lambdas/data/history/history-state-repository.ts';
import type { StoredPosition, StoredQueue } from '../../../lambdas/domain/history/position.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { someContent, someDraft } from '../../support/content.ts';
import { firstStamp, someDevice } from '../../support/rows/history-rows.ts';
import { accessClaims, call } from '../../support/http.ts';

const NOW = '2026-03-04T05:06:07.000Z';
const signedIn = { headers: { authorization: 'Bearer a.b.c' }, claims: accessClaims() };
const LATER = '2026-03-04T06:00:00.000Z';
const rights = { read: async () => ({ user_id: 'x', role: 'user' as const, plan: 'free' as const, disabled: false }) };

/** The history function with one content item and a user's history in memory. */
const setUp = ({
  content = someContent(),
  state = {},
  position,
  queue,
  outcome,
}: {
  readonly content?: ReturnType<typeof someContent>;
  readonly state?: Partial<HistoryState>;
  readonly position?: StoredPosition;
  readonly queue?: StoredQueue;
  readonly outcome?: unknown;
} = {}) => {
  const saved: { readonly value: object; readonly base: number; readonly clearedAt: string | null }[] = [];
  const save = async (write: (typeof saved)[number]) => {
    saved.push(write);
    return (outcome ?? { kind: 'saved', value: write.value }) as never;
  };
  const lookups: (readonly string[])[] = [];
  const handler = httpFunction(
    historyRoutes({
      state: { read: async () => ({ paused_at: null, cleared_at: null, ...state }) },
      positions: { save, get: async () => position, list: async () => (position ? [position] : []) },
      queues: { save, get: async () => queue },
      content: { get: async () => content },
      lookup: {
        getMany: async (ids: readonly string[]) => {
          lookups.push(ids);
          return new Map(ids.map((id) => [id, id === content.id ? content : someDraft({ id })]));
        },
      },
      now: () => NOW,
    } as unknown as HistoryDeps),
    { rights, logger: silentLogger },
  );
  const put = (path: string, body: object) =>
    call(handler, { routeKey: `PUT ${path}`, body, ...signedIn, params: { contentId: content.id } });
  const get = (path: string) =>
    call(handler, { routeKey: `GET ${path}`, ...signedIn, params: { contentId: content.id } });
  return { handler, content, saved, lookups, put, get };
};

const stored = (content: { readonly id: string }, fields: Partial<StoredPosition> = {}): StoredPosition => ({
  user_id: 'x',
  content_id: content.id,
  position_seconds: 750,
  duration_seconds: 1000,
  finished: false,
  device: someDevice,
  updated_at: NOW,
  version: 40,
  writer: 'w',
  number: 3,
  ...fields,
});
const body = { position_seconds: 75, duration_seconds: 1000, ...firstStamp };

describe('a playback position', () => {
  it('starts with the time as its version, and is finished near the end', async () => {
    const { put, saved } = setUp();
    expect(await put('/api/playback-positions/{contentId}', body)).toMatchObject({
      status: 200,
      body: { position: { position_seconds: 75, version: Date.parse(NOW), device: someDevice } },
    });
    expect(
      await put('/api/playback-positions/{contentId}', { ...body, position_seconds: 950, base_version: 40 }),
    ).toMatchObject({
      status: 200,
      body: { position: { position_seconds: 0, finished: true } },
    });
    expect(saved.map(({ base }) => base)).toEqual([0, 40]);
    expect(JSON.stringify((await put('/api/playback-positions/{contentId}', body)).body)).not.toContain('writer');
  });

  it('returns the stored position without an error when another page wrote first, if there still is one', async () => {
    const content = someContent();
    const { put } = setUp({ content, outcome: { kind: 'stale', current: stored(content) } });
    expect(await put('/api/playback-positions/{contentId}', body)).toMatchObject({
      status: 200,
      body: { saved: false, position: { position_seconds: 750, version: 40 } },
    });
    const cleared = setUp({
      content,
      state: { cleared_at: LATER },
      outcome: { kind: 'stale', current: stored(content) },
    });
    expect(await cleared.put('/api/playback-positions/{contentId}', body)).toMatchObject({
      status: 200,
      body: { saved: false, position: null },
    });
  });

  it('is not stored while the history is paused or for hidden content', async () => {
    const paused = setUp({ state: { paused_at: NOW } });
    expect((await paused.put('/api/playback-positions/{contentId}', body)).status).toBe(204);
    expect(paused.saved).toEqual([]);
    const hidden = setUp({ content: someDraft() });
    expect(await hidden.put('/api/playback-positions/{contentId}', body)).toMatchObject({
      status: 404,
      body: { code: 'content_not_found' },
    });
    expect(hidden.saved).toEqual([]);
  });

  it.each([
    ['position_seconds', -1],
    ['position_seconds', '5'],
    ['position_seconds', 1e9],
    ['duration_seconds', null],
    ['base_version', 1.5],
    ['base_version', -1],
    ['number', 0],
    ['writer', 'a b'],
    ['writer', ''],
    ['device', { id: 'x', label: 'y' }],
    ['device', { ...someDevice, label: '' }],
    ['device', { ...someDevice, label: 'x'.repeat(61) }],
    ['device', { ...someDevice, more: 1 }],
    ['version', 3],
  ])('is rejected with %s %j', async (field, value) => {
    const { put, saved } = setUp();
    expect(await put('/api/playback-positions/{contentId}', { ...body, [field]: value })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(saved).toEqual([]);
  });

  it('is not returned after the history was cleared, nor listed when finished', async () => {
    const content = someContent();
    const visible = async (options: Parameters<typeof setUp>[0]) => {
      const { get } = setUp({ content, ...options });
      const [one, all] = [await get('/api/playback-positions/{contentId}'), await get('/api/playback-positions')];
      return [(one.body as { position: unknown }).position !== null, (all.body as { items: unknown[] }).items.length];
    };
    expect(await visible({ position: stored(content) })).toEqual([true, 1]);
    expect(await visible({ position: stored(content), state: { cleared_at: LATER } })).toEqual([false, 0]);
    expect(await visible({ position: stored(content, { finished: true, position_seconds: 0 }) })).toEqual([true, 0]);
    expect(await visible({})).toEqual([false, 0]);
  });
});

describe('the queue', () => {
  const queueOf = (ids: string[]): StoredQueue => ({
    user_id: 'x',
    content_ids: ids,
    index: 0,
    position_seconds: 5,
    device: someDevice,
    updated_at: NOW,
    version: 3,
    writer: 'w',
    number: 1,
  });

  it('contains only the titles that the user may see', async () => {
    const content = someContent();
    const { get, lookups } = setUp({ content, queue: queueOf([content.id, someDraft().id, content.id]) });
    const { status, body: queue } = await get('/api/queue');
    expect(status).toBe(200);
    expect(queue).toMatchObject({
      queue: { index: 0, version: 3 },
      items: [{ id: content.id, title: content.title }],
    });
    expect((queue as { items: unknown[] }).items).toHaveLength(1);
    expect(lookups[0]).toHaveLength(2);
  });

  it('is null while the history is paused, and when none is stored', async () => {
    const content = someContent();
    const nothing = { status: 200, body: { queue: null, items: [] } };
    expect(
      await setUp({ content, state: { paused_at: NOW }, queue: queueOf([content.id]) }).get('/api/queue'),
    ).toMatchObject(nothing);
    expect(await setUp().get('/api/queue')).toMatchObject(nothing);
    expect(await setUp({ queue: queueOf([]) }).get('/api/queue')).toMatchObject({
      body: { queue: { content_ids: [] }, items: [] },
    });
  });

  it('is stored, unless it is invalid or stale, or the history is paused', async () => {
    const { put, saved, content } = setUp();
    const queue = { content_ids: [content.id], index: 0, position_seconds: 0, ...firstStamp };
    expect((await put('/api/queue', queue)).status).toBe(200);
    expect((await put('/api/queue', { ...queue, content_ids: [] })).status).toBe(200);
    for (const wrong of [
      { index: 1 },
      { index: -1 },
      { content_ids: ['x'] },
      { content_ids: Array.from({ length: 501 }, () => content.id) },
    ]) {
      expect((await put('/api/queue', { ...queue, ...wrong })).status).toBe(400);
    }
    expect(saved).toHaveLength(2);
    expect(
      await setUp({ outcome: { kind: 'stale', current: queueOf([content.id]) } }).put('/api/queue', queue),
    ).toMatchObject({ status: 200, body: { saved: false, queue: { version: 3 } } });
    const paused = setUp({ state: { paused_at: NOW } });
    expect((await paused.put('/api/queue', queue)).status).toBe(204);
    expect(paused.saved).toEqual([]);
  });
});
