import type { PlaybackDeps } from '../../../lambdas/api/playback/deps.ts';
import { playbackRoutes } from '../../../lambdas/api/playback/routes.ts';
import type { MediaUrl } from '../../../lambdas/contract/media/playback.ts';
import { consentNotice } from '../../../lambdas/contract/people/consent-notice.ts';
import { createPlayRows } from '../../../lambdas/data/delivery/play-row-repository.ts';
import { createPlayRepository } from '../../../lambdas/data/history/play-repository.ts';
import type { Rights } from '../../../lambdas/domain/accounts/actor.ts';
import type { Figures } from '../../../lambdas/domain/delivery/plays/figures.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { someContent } from '../../support/content.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';
import { createMemoryTable } from '../../support/memory-table.ts';
import { someBeat } from '../../support/plays.ts';

const NOW = Date.parse('2026-11-28T12:02:00.000Z');
const OTHER = '99999999-2222-4333-8444-555555555555';
const content = someContent({ creator_id: 'crt_01ARZ3NDEKTSV4RRFFQ69G5FAV' });

const rightsOf = (given: Partial<Rights>) => ({
  read: async (user_id: string) => ({
    user_id,
    role: 'user' as const,
    plan: 'free' as const,
    disabled: false,
    consent: ['analytics'] as const,
    consent_notice: consentNotice.version,
    ...given,
  }),
});

describe('the quality of a play', () => {
  const setUp = ({ samplePercent = 100, ...given }: Partial<Rights> & { samplePercent?: number } = {}) => {
    const { table, items } = createMemoryTable();
    const clock = { now: NOW };
    const deps: PlaybackDeps = {
      content: { get: async (id) => (id === content.id ? content : undefined) },
      plays: createPlayRepository(table),
      rows: createPlayRows(table),
      samplePercent,
      policySigner: async () => () => ({ 'CloudFront-Policy': 'p' }),
      siteUrl: async () => 'https://site.example',
      cookieSeconds: 1800,
      now: () => clock.now,
      newId: () => '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    };
    const handler = httpFunction(playbackRoutes(deps), { rights: rightsOf(given), logger: silentLogger });
    const start = async (user = PERSON, given: { readonly playId?: string; readonly ahead?: boolean } = {}) => {
      const body = { contentId: content.id, ...given };
      const routeKey = 'POST /api/functions/get-media-url';
      return (await call(handler, { routeKey, body, claims: accessClaims(user) })).body as MediaUrl;
    };
    const send = (id: string, body: unknown, user = PERSON) =>
      call(handler, { routeKey: 'POST /api/plays/{id}/quality', params: { id }, body, claims: accessClaims(user) });
    const rows = (prefix: string) => [...items.values()].filter(({ pk }) => pk.startsWith(prefix));
    const nameOf = (id: string) => `USER#${PERSON}\nPLAY#${id}`;
    const stored = (id: string) => items.get(nameOf(id));
    /** What follows from the withdrawal of the consent. */
    const forget = (id: string): void => {
      const play = stored(id);
      if (play) items.set(nameOf(id), { ...play, quality: undefined, forgotten: true });
    };
    return { clock, start, send, rows, stored, forget };
  };

  it('is stored without the user, in the window of the beat', async () => {
    const { clock, start, send, rows, stored } = setUp();
    const { play_id: play, measured } = await start();
    expect(measured).toBe(true);
    expect(rows('PLAYED#')).toMatchObject([
      {
        pk: expect.stringMatching(/^PLAYED#2026-11-28T12:00:00\.000Z#[0-3]$/) as string,
        content_id: content.id,
        creator_id: content.creator_id,
      },
    ]);
    clock.now += 4 * 60_000;
    expect((await send(play, someBeat({ watched_s: 100 }))).status).toBe(204);
    expect(rows('BEAT#')).toMatchObject([
      {
        pk: expect.stringMatching(/^BEAT#2026-11-28T12:05:00\.000Z#[0-3]$/) as string,
        creator_id: content.creator_id,
        device: 'desktop',
        figures: { measured: 1, starts: 1, watched_s: 100 },
      },
    ]);
    for (const row of [...rows('PLAYED#'), ...rows('BEAT#')]) {
      expect(JSON.stringify(row)).not.toContain(PERSON);
      expect(JSON.stringify(row)).not.toContain(play);
    }
    expect(JSON.stringify(stored(play)).length).toBeLessThan(1024);
  });

  it('is one row for each beat, also for one that arrives again', async () => {
    const { clock, start, send, rows } = setUp();
    const { play_id: play } = await start();
    for (const minute of [1, 2]) {
      clock.now = NOW + minute * 60_000;
      const beat = someBeat({ watched_s: 50 * minute, heights: { '480': 50 * minute } }, minute);
      for (let repeat = 0; repeat < 2; repeat += 1) await send(play, beat);
    }
    expect(rows('BEAT#').map(({ figures }) => (figures as Figures)['watched_s'])).toEqual([50, 50]);
    // A renewal of the cookies is the same play.
    expect((await start(PERSON, { playId: play })).play_id).toBe(play);
    expect(rows('PLAYED#')).toHaveLength(1);
  });

  const denied: readonly (readonly [string, Parameters<typeof setUp>[0], unknown])[] = [
    ['without consent', { consent: ['behavioral'] }, someBeat()],
    ['without a decision', { consent: undefined, consent_notice: undefined }, someBeat()],
    ['with a consent under an earlier notice', { consent_notice: 2 }, someBeat()],
    ['outside of the sample', { samplePercent: 0 }, someBeat()],
    ['of an administrator', { role: 'admin' }, someBeat()],
    ['with more playback than time', {}, someBeat({ watched_s: 67 })],
    ['with a pass from its end', {}, someBeat({ passes: [[9, 3]] })],
    ['of another version', {}, { ...someBeat(), user_id: OTHER }],
    ['with a fraction', {}, someBeat({ watched_s: 1.5 })],
    ['with a part that no title has', {}, someBeat({ passes: [[0, 100]] })],
    ['with 21 passes', {}, someBeat({ passes: Array.from({ length: 21 }, () => [0, 1] as const) })],
    [
      'with a height that no picture has',
      {},
      { ...someBeat(), measures: { ...someBeat().measures, heights: { 7: 1 } } },
    ],
    ['with a country that does not exist', {}, { ...someBeat(), country: 'ZZ' }],
    ['with a start that took longer than the play', {}, someBeat({ startup_ms: 600_000 })],
    ['with 10,000 interruptions', {}, someBeat({ stalls: 10_000 })],
    ['with 10,000 changes of the picture', {}, someBeat({ switches_up: 10_000 })],
    ['with the title 20 times', {}, someBeat({ passes: Array.from({ length: 20 }, () => [0, 99] as const) })],
    ['with 10 KB', {}, { ...someBeat(), padding: 'x'.repeat(10_000) }],
    ['without a body', {}, undefined],
  ];
  it.each(denied)('is not stored %s', async (_what, given, body) => {
    const { clock, start, send, rows, stored } = setUp(given);
    const { play_id: play } = await start();
    clock.now += 60_000;
    const { status } = await send(play, body);
    expect([204, 400, 413]).toContain(status);
    expect(rows('BEAT#')).toEqual([]);
    expect(stored(play)?.['quality']).toBeUndefined();
  });

  it('is not stored for an unknown play, that of another user, or one that has expired', async () => {
    const { clock, start, send, rows } = setUp();
    const { play_id: play } = await start();
    clock.now += 60_000;
    const statuses = [
      (await send('ply_01ARZ3NDEKTSV4RRFFQ69G5FAW', someBeat())).status,
      (await send(play, someBeat(), OTHER)).status,
    ];
    clock.now += 25 * 3_600_000;
    statuses.push((await send(play, someBeat())).status);
    expect(statuses).toEqual([204, 204, 204]);
    expect(rows('BEAT#')).toEqual([]);
  });

  it('changes nothing when numbers fall, or a beat comes late', async () => {
    const { clock, start, send, rows, stored } = setUp();
    const { play_id: play } = await start();
    clock.now += 120_000;
    await send(play, someBeat({ watched_s: 90 }, 5));
    const before = [rows('BEAT#'), stored(play)];
    for (const late of [someBeat({ watched_s: 91 }, 4), someBeat({ watched_s: 89 }, 6), someBeat({ watched_s: 90 }, 5)])
      expect((await send(play, late)).status).toBe(204);
    expect([rows('BEAT#'), stored(play)]).toEqual(before);
  });

  it('is not stored again when it was removed with the consent, so that nothing is counted twice', async () => {
    const { clock, start, send, rows, stored, forget } = setUp();
    const { play_id: play } = await start();
    clock.now += 60_000;
    await send(play, someBeat());
    forget(play);
    clock.now += 60_000;
    expect((await send(play, someBeat({ watched_s: 60 }, 2))).status).toBe(204);
    expect(rows('BEAT#')).toHaveLength(1);
    expect(stored(play)?.['quality']).toBeUndefined();
  });

  it('begins once with a prepared play that is renewed', async () => {
    const { clock, start, rows, stored } = setUp();
    const { play_id: playId } = await start(PERSON, { ahead: true });
    expect((await start(PERSON, { playId, ahead: true })).play_id).toBe(playId);
    expect(rows('PLAYED#')).toEqual([]);
    clock.now += 4 * 60_000;
    for (let repeat = 0; repeat < 2; repeat += 1) expect((await start(PERSON, { playId })).play_id).toBe(playId);
    expect(rows('PLAYED#')).toMatchObject([{ window: '2026-11-28T12:05:00.000Z', content_id: content.id }]);
    expect(stored(playId)?.['ahead']).toBeUndefined();
  });

  it('does not count plays of staff', async () => {
    const { start, rows } = setUp({ role: 'moderator' });
    expect((await start()).measured).toBeUndefined();
    expect(rows('PLAYED#')).toEqual([]);
  });
});
