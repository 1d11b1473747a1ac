import type { Device } from '../../../lambdas/contract/delivery/play-kinds.ts';
import { createPlayRows } from '../../../lambdas/data/delivery/play-row-repository.ts';
import { createPlayStatisticsReader } from '../../../lambdas/data/delivery/play-statistics-reader.ts';
import { createPlayStatisticsWriter } from '../../../lambdas/data/delivery/play-statistics-writer.ts';
import type { ItemKey } from '../../../lambdas/data/table/entity.ts';
import { NOTHING_MEASURED, type Snapshot } from '../../../lambdas/domain/delivery/plays/beat.ts';
import { beatRow, playedRow } from '../../../lambdas/domain/delivery/plays/rows.ts';
import { SHARDS, windowOf } from '../../../lambdas/domain/delivery/plays/windows.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { withConsent } from '../../../lambdas/domain/privacy/consented.ts';
import { rollUp } from '../../../lambdas/workers/playback-rollup/roll-up.ts';
import { createMemoryTable } from '../memory-table.ts';

/** When the first window begins. */
export const START = Date.parse('2026-11-28T12:00:00.000Z');
/** The id of a title. */
export const idOf = (index: number): string => `cnt_01ARZ3NDEKTSV4RRFFQ69${String(index).padStart(5, '0')}`;
/** A title that is deleted. */
export const DELETED = idOf(9);
/** The creator of a title: the first title has one of its own. */
export const creatorIdOf = (content: string): string => `crt_01ARZ3NDEKTSV4RRFFQ69G5F0${content === idOf(0) ? 0 : 1}`;

/** Why a test ends a run. */
export class Killed extends Error {}

/** A play with all its beats, as its browser reports them. */
export interface TestPlay {
  readonly id: string;
  readonly content: string;
  readonly at: number;
  readonly device: Device;
  readonly country: string | null;
  readonly beats: readonly { readonly at: number; readonly measures: Snapshot }[];
}

/** A table in memory with rows of plays, and the worker that sums them up. */
export const createWorld = () => {
  const { table, items, hooks } = createMemoryTable();
  const deleted = new Set([DELETED]);
  const rows = createPlayRows(table);
  const deps = {
    rows,
    statistics: createPlayStatisticsWriter(table),
    existing: async (ids: readonly string[]) => new Set(ids.filter((id) => !deleted.has(id))),
    logger: silentLogger,
    timeLimitMs: 1000,
  };
  const store = async (plays: readonly TestPlay[]): Promise<void> => {
    // As if all earlier windows had been summed up.
    for (const shard of SHARDS) await deps.statistics.finish(shard, windowOf(START));
    for (const { id, content, at, device, country, beats } of plays) {
      const creator_id = creatorIdOf(content);
      await rows.started(playedRow(id, { id: content, creator_id }, at));
      let before: Snapshot = NOTHING_MEASURED;
      for (const [index, { at: sentAt, measures }] of beats.entries()) {
        const quality = { seq: index + 1, window: windowOf(sentAt), last: measures, before, isFirst: index === 0 };
        const play = { play_id: id, content_id: content, creator_id };
        const row = beatRow(play, quality, { device, engine: 'hls', country });
        const consented = withConsent({ userId: 'u', consent: ['analytics'] }, 'playback', () => row);
        if (consented) await rows.putBeat(consented);
        before = measures;
      }
    }
  };
  const run = (now: number) => rollUp({ ...deps, now: () => now });
  /** A run that may take `limit` milliseconds, of which each call of the table takes one. Returns how long it took. */
  const slowRun = async (from: number, limit: number): Promise<number> => {
    let now = from;
    const plain = hooks.around;
    hooks.around = async (name, send) => ((now += 1), plain(name, send));
    try {
      await rollUp({ ...deps, now: () => now, timeLimitMs: limit });
    } finally {
      hooks.around = plain;
    }
    return now - from;
  };
  /** What is stored but the rows and how far each part is, by key. */
  const sums = () =>
    [...items.values()]
      .filter(({ pk }) => !/^(PLAYED#|BEAT#|ROLLUP#)/.test(pk))
      .map((item) => ({ ...item }))
      .sort((a, b) => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1));
  return {
    items,
    hooks,
    deleted,
    store,
    run,
    slowRun,
    sums,
    reader: createPlayStatisticsReader(table),
    statistics: deps.statistics,
  };
};

/** An item without how often it was stored: that depends on the number of runs. */
export const withoutVersion = ({ version: _version, ...item }: ItemKey & Readonly<Record<string, unknown>>) => item;
