import { setTimeout } from 'node:timers/promises';
import { itemOf } from '../../data/attribute-value.ts';
import type { Logger } from '../../domain/logger.ts';
import { createSearchStore } from '../../platform/search-store.ts';
import { streamFunction, type StreamHandler } from '../../platform/stream.ts';
import type { Env } from './env.ts';
import { indexChanges } from './index-changes.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): StreamHandler => {
  const deps = { store: createSearchStore(env.SEARCH_BUCKET), sleep: (ms: number) => setTimeout(ms), random: Math.random, logger };
  return streamFunction((image) => itemOf(image as Parameters<typeof itemOf>[0]), (changes) => indexChanges(deps, changes), logger);
};
