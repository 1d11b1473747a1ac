import type { ConsentedBy } from '../../domain/privacy/consented.ts';
import type { PlayQuality } from '../../domain/delivery/plays/beat.ts';
import type { BeatRow, PlayedRow } from '../../domain/delivery/plays/rows.ts';
import { playEntity } from '../history/play-repository.ts';
import { conditionHolds } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { StoredItem } from '../table/entity.ts';
import type { Table } from '../table/table.ts';
import { beatEntity, beatsIn, playedEntity, playedIn } from './play-row-entities.ts';

/** Rows that are read at once. */
const PAGE = 500;

/** Condition: the newest beat of the play has this number; 0 for a play without one. */
const atBeat = (seq: number): Expression =>
  seq === 0
    ? {
        expression: 'attribute_exists(#pk) AND attribute_not_exists(#quality)',
        names: { '#pk': 'pk', '#quality': 'quality' },
      }
    : {
        expression: '#quality.#seq = :seq',
        names: { '#quality': 'quality', '#seq': 'seq' },
        values: { ':seq': seq },
      };

export type PlayRowRepository = ReturnType<typeof createPlayRows>;

/** What happens to plays, as rows that name no one. Numbers refer to access-patterns.md. */
export const createPlayRows = (table: Table) => ({
  /** PR1. Records that a play was started. */
  async started(row: PlayedRow): Promise<void> {
    await table.put(playedEntity.toItem(row));
  },

  /**
   * PR2. Stores the newest beat with its play, if the beat before has the number `after` (0 for none). False when
   * another beat came first.
   */
  async saveQuality(
    { userId, value: quality }: ConsentedBy<'playback', PlayQuality>,
    playId: string,
    after: number,
  ): Promise<boolean> {
    const play = playEntity.key({ user_id: userId, play_id: playId });
    return conditionHolds(table.update(play, { set: { quality } }, atBeat(after)));
  },

  /** PR3. Stores the row of a beat. Storing the same one again changes nothing. */
  async putBeat({ value: row }: ConsentedBy<'playback', BeatRow>): Promise<void> {
    await table.put(beatEntity.toItem({ ...row, figures: { ...row.figures } }));
  },

  /** PR4. The plays that were started in a window and shard, page by page, strongly consistent. */
  async *played(window: string, shard: number): AsyncGenerator<readonly PlayedRow[]> {
    const request = { partition: playedIn(window, shard), limit: PAGE, descending: false, consistent: true };
    for await (const items of table.pages(request)) yield items.map((item: StoredItem) => playedEntity.parse(item));
  },

  /** PR5. The beats of a window and shard, page by page, strongly consistent. */
  async *beats(window: string, shard: number): AsyncGenerator<readonly BeatRow[]> {
    const request = { partition: beatsIn(window, shard), limit: PAGE, descending: false, consistent: true };
    for await (const items of table.pages(request)) yield items.map((item: StoredItem) => beatEntity.parse(item));
  },
});
