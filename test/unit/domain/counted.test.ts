import {
  countedChange,
  countedContent,
  countedUser,
  monthBefore,
  countDeltas,
  statsOf,
} from '../../../lambdas/domain/counts/counted.ts';

const music = { name: 'music', month: '2026-10' } as const;
const video = { name: 'video', month: '2026-10' } as const;

describe('the counters', () => {
  it.each([
    [undefined, music, { total: { music: 1 }, months: { '2026-10': { music: 1 } } }],
    [music, undefined, { total: { music: -1 }, months: {} }],
    [music, video, { total: { music: -1, video: 1 }, months: { '2026-10': { music: -1, video: 1 } } }],
  ])('change from %j to %j', (from, to, moves) => {
    expect(countDeltas(from, to)).toEqual(moves);
  });

  it('count content items until they are deleted, and users', () => {
    const content = { content_type: 'video', created_at: '2026-10-31T23:59:59.000Z' } as const;
    expect(countedContent(content)).toEqual(video);
    expect(countedContent({ ...content, deleted_at: '2026-11-01T00:00:00.000Z' })).toBeUndefined();
    expect(countedContent(undefined)).toBeUndefined();
    expect(countedUser({ created_at: '2026-01-01T00:00:00.000Z' })).toEqual({ name: 'users', month: '2026-01' });
  });

  it.each([
    ['a new item', undefined, { type: 'CONTENT', id: 'a', content_type: 'music' }, { thing: 'content', id: 'a' }],
    [
      'a changed type',
      { type: 'CONTENT', id: 'a', content_type: 'video' },
      { type: 'CONTENT', id: 'a', content_type: 'music' },
      { thing: 'content', id: 'a' },
    ],
    [
      'a deletion',
      { type: 'CONTENT', id: 'a', content_type: 'video' },
      { type: 'CONTENT', id: 'a', content_type: 'video', deleted_at: 'now' },
      { thing: 'content', id: 'a' },
    ],
    [
      'the removal of a deleted item',
      { type: 'CONTENT', id: 'a', content_type: 'video', deleted_at: 'now' },
      undefined,
      undefined,
    ],
    [
      'a new view',
      { type: 'CONTENT', id: 'a', content_type: 'video', view_count: 1 },
      { type: 'CONTENT', id: 'a', content_type: 'video', view_count: 2 },
      undefined,
    ],
    ['a new user', undefined, { type: 'PROFILE', id: 'p' }, { thing: 'user', id: 'p' }],
    [
      'a changed name',
      { type: 'PROFILE', id: 'p', full_name: 'A' },
      { type: 'PROFILE', id: 'p', full_name: 'B' },
      undefined,
    ],
    ['a like', undefined, { type: 'LIKE', id: 'l' }, undefined],
  ])('find the counted thing in %s', (_, before, after, counted) => {
    expect(countedChange(before, after)).toEqual(counted);
  });

  it.each([
    ['2026-01', '2025-12'],
    ['2026-03', '2026-02'],
    ['2026-12', '2026-11'],
  ])('know that the month before %s is %s', (month, before) => {
    expect(monthBefore(month)).toBe(before);
  });

  it('return null for the last month when nothing was added', () => {
    const stats = statsOf(
      { users: 5, music: 3, video: 4 },
      { users: 1, music: 0, video: 2 },
      { users: 4, music: 0, video: 2 },
    );
    expect(stats.users).toEqual({ total: 5, this_month: 1, last_month: 4 });
    expect(stats.music).toEqual({ total: 3, this_month: 0, last_month: null });
    expect(stats.content).toEqual({ total: 7, this_month: 2, last_month: 2 });
    expect(statsOf({ users: 1, music: 0, video: 0 }, undefined, undefined).users).toEqual({
      total: 1,
      this_month: 0,
      last_month: null,
    });
  });
});
