import { setTimeout } from 'node:timers/promises';
import { itemOf } from '../../data/table/attribute-value.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Audience } from '../../domain/search/document.ts';
import { createSearchStore } from '../../platform/search-store.ts';
import { streamFunction, type StreamHandler, type TableChange } from '../../platform/stream.ts';
import type { Env } from './env.ts';
import { indexChanges } from './index-changes.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger): StreamHandler => {
  const depsOf = (audience: Audience) => ({
    audience,
    store: createSearchStore(env.SEARCH_BUCKET, audience),
    sleep: (ms: number) => setTimeout(ms),
    random: Math.random,
    logger,
  });
  const indexes = [depsOf('everybody'), depsOf('staff')];
  const work = async (changes: readonly TableChange[]): Promise<ReadonlySet<TableChange>> => {
    const failed = await Promise.all(indexes.map((deps) => indexChanges(deps, changes)));
    return new Set(failed.flatMap((set) => [...set]));
  };
  return streamFunction((image) => itemOf(image as Parameters<typeof itemOf>[0]), work, logger);
};
