/**
 * Processes a sequence with `limit` entries at a time. Rejects with the first failure, after running work has ended.
 */
export const inParallel = async <T>(
  sequence: AsyncIterable<T> | Iterable<T>,
  limit: number,
  work: (entry: T) => Promise<void>,
): Promise<void> => {
  const source = Symbol.asyncIterator in sequence ? sequence[Symbol.asyncIterator]() : sequence[Symbol.iterator]();
  let failed = false;
  const lane = async (): Promise<void> => {
    while (!failed) {
      const next = await source.next();
      if (next.done) return;
      await work(next.value).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: limit }, lane));
  const failure = lanes.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
};
