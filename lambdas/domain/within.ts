/**
 * Waits for work, at most `ms` milliseconds. Throws when it fails, or a `TimeoutError` when it takes longer; then it
 * may still end later, and its result is ignored.
 */
export const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DOMException(`Took longer than ${ms} ms`, 'TimeoutError')), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
};
