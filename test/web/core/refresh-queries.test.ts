/** @jest-environment jest-fixed-jsdom */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { refreshQueries } from '../../../web/src/core/api/refresh-queries.ts';

/**
 * A screen that loads from a server whose answers wait for `go`. Each answer contains the server's state at the time of
 * the request.
 */
const openScreen = () => {
  const queries = new QueryClient();
  let known = 'before';
  const waiting: { readonly go: () => void; readonly signal: AbortSignal }[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['list'],
    queryFn: ({ signal }) => {
      const answer = known;
      return new Promise<string>((resolve) => waiting.push({ go: () => resolve(answer), signal }));
    },
  });
  const close = observer.subscribe(() => undefined);
  return {
    queries,
    waiting,
    shown: () => observer.getCurrentResult().data,
    error: () => observer.getCurrentResult().error,
    change: () => (known = 'after'),
    close: () => {
      close();
      queries.clear();
    },
  };
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('refreshQueries', () => {
  it.each([
    [
      'invalidateQueries alone keeps the answer from before the change',
      (queries: QueryClient) => queries.invalidateQueries({ queryKey: ['list'] }),
      'before',
      1,
    ],
    ['restarts a first load in progress', (queries: QueryClient) => refreshQueries(queries, ['list']), 'after', 2],
  ])('%s', async (_, again, shown, reads) => {
    const screen = openScreen();
    screen.change();
    void again(screen.queries);
    await settle();
    screen.waiting.forEach(({ go }) => go());
    await settle();
    expect(screen.waiting.length).toBe(reads);
    expect(screen.shown()).toBe(shown);
    expect(screen.error()).toBeNull();
    screen.close();
  });

  it('keeps showing the current data while it reloads', async () => {
    const screen = openScreen();
    screen.waiting[0]?.go();
    await settle();
    screen.change();
    void refreshQueries(screen.queries, ['list']);
    await settle();
    expect(screen.shown()).toBe('before');
    screen.waiting[1]?.go();
    await settle();
    expect(screen.shown()).toBe('after');
    screen.close();
  });
});
