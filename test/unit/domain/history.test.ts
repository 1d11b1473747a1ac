import { isFinished, isWorthResuming, QUEUE_WINDOW } from '../../../lambdas/contract/listening/history-rules.ts';
import {
  isCleared,
  isUnfinished,
  positionFrom,
  queueWindow,
  type StoredPosition,
} from '../../../lambdas/domain/history/position.ts';
import { compareWrite } from '../../../lambdas/domain/history/versioned.ts';
import { followUpOf } from '../../../lambdas/domain/library/follow-up.ts';

const ANN = '11111111-2222-4333-8444-555555555555';

describe('compareWrite', () => {
  const current = { version: 40, writer: 'laptop', number: 5 };
  it.each([
    ['nothing is stored', undefined, { base_version: 0, writer: 'phone', number: 1 }, 'first'],
    ['the version that it knew was deleted', undefined, { base_version: 40, writer: 'phone', number: 1 }, 'stale'],
    ['it knew the last version', current, { base_version: 40, writer: 'phone', number: 1 }, 'next'],
    ['it knew an older version', current, { base_version: 39, writer: 'phone', number: 9 }, 'stale'],
    ['it knew no version', current, { base_version: 0, writer: 'phone', number: 9 }, 'stale'],
    ['the response to its previous write was lost', current, { base_version: 39, writer: 'laptop', number: 6 }, 'next'],
    ['it is a retry of the stored write', current, { base_version: 39, writer: 'laptop', number: 5 }, 'repeated'],
    [
      'a later write of the same page arrived first',
      current,
      { base_version: 40, writer: 'laptop', number: 4 },
      'stale',
    ],
  ] as const)('when %s', (_, stored, stamp, expected) => expect(compareWrite(stored, stamp)).toBe(expected));
});

describe('playback positions', () => {
  const position = (fields: Partial<StoredPosition>): StoredPosition => ({
    user_id: ANN,
    content_id: 'cnt_1',
    position_seconds: 60,
    duration_seconds: 100,
    finished: false,
    device: { id: 'd', label: 'Firefox' },
    updated_at: '2026-03-04T05:06:07.000Z',
    version: 1,
    writer: 'w',
    number: 1,
    ...fields,
  });

  it('are finished from 95 % on, and worth resuming after ten seconds', () => {
    expect([94.9, 95, 100, 120].map((at) => isFinished(at, 100))).toEqual([false, true, true, true]);
    expect(isFinished(5, 0)).toBe(false);
    expect([0, 10, 10.1, 94.9, 95].map((at) => isWorthResuming(at, 100))).toEqual([false, false, true, true, false]);
    expect(positionFrom(96, 100)).toEqual({ position_seconds: 0, duration_seconds: 100, finished: true });
    expect(positionFrom(50, 100)).toEqual({ position_seconds: 50, duration_seconds: 100, finished: false });
  });

  it('are listed when they are started, not finished and not cleared', () => {
    expect([position({}), position({ finished: true }), position({ position_seconds: 4 })].map(isUnfinished)).toEqual([
      true,
      false,
      false,
    ]);
    const at = '2026-03-04T05:06:07.000Z';
    expect([null, '2026-03-04T05:06:06.999Z', at].map((cleared) => isCleared({ updated_at: at }, cleared))).toEqual([
      false,
      false,
      true,
    ]);
  });
});

it('selects the queue entries around the current one, each once', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `c${index}`);
  expect(queueWindow({ content_ids: ids, index: 50 })).toEqual(ids.slice(45, 45 + QUEUE_WINDOW));
  expect(queueWindow({ content_ids: ids, index: 2 })).toEqual(ids.slice(0, QUEUE_WINDOW));
  expect(queueWindow({ content_ids: ids, index: 2 }, 90)).toEqual(ids.slice(90));
  expect(queueWindow({ content_ids: ['a', 'b', 'a'], index: 0 })).toEqual(['a', 'b']);
  expect(queueWindow({ content_ids: [], index: 0 })).toEqual([]);
});

it('follows up on a cleared history once for each time it is cleared', () => {
  const state = { type: 'HISTORY_STATE', user_id: ANN };
  const cleared = { ...state, cleared_at: '2026-03-04T05:06:07.000Z' };
  expect(followUpOf(undefined, cleared)).toEqual({ kind: 'history', id: ANN });
  expect(followUpOf(cleared, { ...cleared, cleared_at: '2026-03-05T05:06:07.000Z' })).toEqual({
    kind: 'history',
    id: ANN,
  });
  expect(followUpOf(cleared, { ...cleared, paused_at: '2026-03-05T05:06:07.000Z' })).toBeUndefined();
  expect(followUpOf(undefined, { ...state, paused_at: '2026-03-05T05:06:07.000Z' })).toBeUndefined();
});
