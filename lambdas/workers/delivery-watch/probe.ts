import type { Logger } from '../../domain/logger.ts';
import type { WatchDeps } from './deps.ts';

/** Milliseconds that a probe may take. */
const LIMIT_MS = 10_000;

/** Creates what requests a URL and measures the time until the first byte of its response. */
export const createProbe = (readUrl: () => Promise<string>, logger: Logger): WatchDeps['probe'] => {
  const request = async (url: string) => {
    const began = performance.now();
    try {
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
      const durationMs = Math.round(performance.now() - began);
      await response.body?.cancel();
      return { status: response.status, durationMs };
    } catch {
      return { status: 0, durationMs: Math.round(performance.now() - began) };
    }
  };
  return async () => {
    try {
      return await request(await readUrl());
    } catch (error) {
      logger.error('The address of the heartbeat was not read', { errorName: (error as Error).name });
      return undefined;
    }
  };
};
