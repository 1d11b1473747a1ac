import { meQuery } from '../../../web/src/core/auth/me-query.ts';
import type { ApiClient } from '../../../web/src/lib/api/api-client.ts';
import { ApiError } from '../../../web/src/lib/api/api-error.ts';
import { createQueryClient } from '../../../web/src/lib/api/query-client.ts';

const failing = (status: number) => {
  const call = jest.fn(async () =>
    Promise.reject(new ApiError({ code: status === 0 ? 'network_error' : 'forbidden', title: 'no', status })),
  );
  return { call, api: { call } as unknown as ApiClient };
};

describe('loading the role', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is retried three times, two seconds apart, when the server cannot be reached', async () => {
    const { call, api } = failing(0);
    const answer = createQueryClient().fetchQuery(meQuery(api));
    const failure = expect(answer).rejects.toMatchObject({ status: 0 });
    const counts: number[] = [];
    for (let second = 0; second <= 8; second += 1) {
      await jest.advanceTimersByTimeAsync(second === 0 ? 1 : 1_000);
      counts.push(call.mock.calls.length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 4]);
    await failure;
  });

  it('is not retried when the server denies it', async () => {
    const { call, api } = failing(403);
    await expect(createQueryClient().fetchQuery(meQuery(api))).rejects.toMatchObject({ status: 403 });
    expect(call).toHaveBeenCalledTimes(1);
  });
});
