import { act, render, waitFor } from '@testing-library/react';
import type { Purpose } from '../../../lambdas/contract/people/consent.ts';
import { ApiProvider } from '../../../web/src/core/api/api-context.tsx';
import { ClockContext } from '../../../web/src/core/clock-context.tsx';
import type { Player } from '../../../web/src/features/player/core/player.ts';
import { useQuality } from '../../../web/src/features/player/quality/use-quality.ts';
import type { ApiClient } from '../../../web/src/lib/api/api-client.ts';
import { ApiError, clientError } from '../../../web/src/lib/api/api-error.ts';
import { createStore } from '../../../web/src/lib/store.ts';
import { playId } from '../support/content-card.ts';
import { list, measuredMedia, setUp, settle } from './set-up.ts';

const where = jest.fn(async (_path: string) => ({ ok: true, text: async () => 'DE' }));
beforeAll(() => {
  Object.assign(globalThis, { fetch: where });
  const idle = { requestIdleCallback: (task: () => void) => (task(), 1), cancelIdleCallback: () => undefined };
  Object.assign(globalThis, idle);
});
beforeEach(() => where.mockClear());
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  Reflect.deleteProperty(globalThis, 'cancelIdleCallback');
  Reflect.deleteProperty(globalThis, 'fetch');
});

type PlayerStore = ReturnType<typeof createStore<Player | null>>;

const Host = ({ allowed, player }: { readonly allowed: readonly Purpose[]; readonly player: PlayerStore }) => {
  useQuality(allowed, player);
  return null;
};

/** A page whose user allows some purposes, and the calls that it makes. */
const open = (answer: () => Promise<void> = async () => undefined) => {
  const world = setUp({ mediaUrl: measuredMedia() });
  const player = createStore<Player | null>(null);
  const followed = jest.spyOn(player, 'subscribe');
  const calls: unknown[][] = [];
  const call = (...parts: unknown[]) => {
    calls.push(parts);
    return answer();
  };
  const api = { call } as unknown as ApiClient;
  const page = (allowed: readonly Purpose[]) => (
    <ApiProvider api={api}>
      <ClockContext value={world.clock}>
        <Host allowed={allowed} player={player} />
      </ClockContext>
    </ApiProvider>
  );
  const playMinute = async () => {
    // As after the player was loaded by its first play.
    world.player.play(list[0], { list });
    player.set(world.player);
    await act(settle);
    for (let second = 1; second <= 60; second += 1) {
      world.clock.advance(1000);
      world.engine().roll(second, 200);
    }
  };
  return { ...world, page, calls, followed, playMinute };
};

it('reports plays while the user allows it, and stops when they withdraw', async () => {
  const { page, calls, followed, playMinute, clock, engine } = open();
  const { rerender } = render(page(['analytics']));
  await waitFor(() => expect(followed).toHaveBeenCalled());
  await playMinute();
  expect(calls).toHaveLength(1);
  const [key, input, options] = calls[0] ?? [];
  expect(key).toBe('playback.record-quality');
  expect(input).toMatchObject({
    params: { id: playId(1) },
    body: { seq: 1, device: 'desktop', engine: 'native', country: 'DE', measures: { failure: null, left: false } },
  });
  expect(options).toMatchObject({ keepalive: true, endpoint: { method: 'POST', path: '/api/plays/{id}/quality' } });

  rerender(page([]));
  for (let second = 61; second <= 180; second += 1) {
    clock.advance(1000);
    engine().roll(second, 200);
  }
  window.dispatchEvent(new Event('pagehide'));
  expect(calls).toHaveLength(1);
});

it('measures nothing without consent to analytics', async () => {
  const { page, calls, followed, playMinute } = open();
  render(page(['behavioral', 'functional', 'marketing']));
  await act(settle);
  await playMinute();
  window.dispatchEvent(new Event('pagehide'));
  expect([calls, followed.mock.calls, where.mock.calls]).toEqual([[], [], []]);
});

it.each([
  ['again what did not reach the server', clientError('network_error'), 1],
  ['again what the server could not process', new ApiError({ code: 'internal_error', title: '', status: 500 }), 1],
  ['once what the server rejects', new ApiError({ code: 'validation_failed', title: '', status: 400 }), 0],
])('sends %s', async (_what, error, times) => {
  const { page, calls, followed, playMinute, clock } = open(() => Promise.reject(error));
  render(page(['analytics']));
  await waitFor(() => expect(followed).toHaveBeenCalled());
  await playMinute();
  await act(settle);
  // The second that was played after the first report.
  clock.advance(60_000);
  await act(settle);
  const before = calls.length;
  clock.advance(120_000);
  expect(calls.length - before).toBe(times);
});
