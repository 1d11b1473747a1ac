import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import type { Category } from '../../lambdas/contract/content/catalog.ts';
import type { StoredItem } from '../../lambdas/data/table/entity.ts';
import type { Content } from '../../lambdas/domain/content/content.ts';
import { contentItem, someContent } from '../support/content.ts';

/** Items of one BatchWriteItem; DynamoDB's limit. */
const BATCH = 25;
const WRITERS = 6;
const MINUTE_MS = 60_000;
/** Creation time of the newest seeded item: later than any other, so that first pages are the same in every run. */
export const NEWEST = Date.parse('2100-01-01T00:00:00.000Z');

const FIRST = ['Slow', 'Northern', 'Electric', 'Quiet', 'Golden', 'Midnight', 'Wandering'];
const SECOND = ['rivers', 'signals', 'harbour lights', 'gardens in the rain', 'machines', 'letters from the coast'];
const THIRD = ['(live at the Harbour Hall)', 'part two', '', 'for strings and piano', 'remastered'];
const ARTISTS = [
  'The Meadow Band',
  'Ines Castelo',
  'Orchestra of the Lower Quay',
  'Bright Arcade',
  'Tomasz & the Weather',
];

/** The item at `index`, wrapping around at the end of the list. */
export const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('Nothing to pick from');
  return found;
};

/** The `index`-th newest content item: published, playable, with texts of realistic length. Every third is music. */
const contentAt = (index: number, categories: readonly Category[]): Content => {
  const time = NEWEST - index * MINUTE_MS;
  const at = new Date(time).toISOString();
  const category = pick(categories, index);
  return someContent({
    id: `cnt_${ulid(time)}`,
    title: `${pick(FIRST, index)} ${pick(SECOND, index)} ${pick(THIRD, index)}`.trim(),
    description: 'Recorded over three evenings, with the audience on the stage and the band in the aisles. '
      .repeat(4)
      .trim(),
    artist: pick(ARTISTS, index),
    content_type: index % 3 === 0 ? 'music' : 'video',
    category_id: category.id,
    category_name: category.name,
    view_count: (index * 37) % 100_000,
    created_at: at,
    updated_at: at,
    published_at: at,
  });
};

const write = async (documents: DynamoDBDocumentClient, table: string, items: readonly StoredItem[]): Promise<void> => {
  let unprocessed: Record<string, { PutRequest: { Item: Record<string, unknown> } }[]> = {
    [table]: items.map((item) => ({ PutRequest: { Item: { ...item } } })),
  };
  while (Object.keys(unprocessed).length > 0) {
    const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: unprocessed }));
    unprocessed = (UnprocessedItems ?? {}) as typeof unprocessed;
  }
};

/** Where items are written, directly in the table. */
export interface StoreTarget {
  readonly documents: DynamoDBDocumentClient;
  readonly table: string;
}

/** Where a catalog is written. */
export interface CatalogTarget extends StoreTarget {
  readonly categories: readonly Category[];
}

/**
 * Stores the items of `count` entities with parallel writers. `itemsOf` returns the items of one entity: the same
 * number for each, and at most a batch.
 */
export const storeEach = async (
  { documents, table }: StoreTarget,
  count: number,
  itemsOf: (index: number) => readonly StoredItem[],
): Promise<void> => {
  if (count === 0) return;
  const step = Math.floor(BATCH / itemsOf(0).length);
  let next = 0;
  const writer = async (): Promise<void> => {
    while (next < count) {
      const from = next;
      next = Math.min(count, from + step);
      await write(documents, table, Array.from({ length: next - from }, (_, index) => itemsOf(from + index)).flat());
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
};

/** Stores `count` published content items, newest first. */
export const seedCatalog = (target: CatalogTarget, count: number): Promise<void> =>
  storeEach(target, count, (index) => [contentItem(contentAt(index, target.categories))]);
