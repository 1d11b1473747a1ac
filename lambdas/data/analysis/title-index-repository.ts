import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { Sentiment } from '../../contract/content/analysis-metadata.ts';
import { AnalysisStepState, AnalysisTopic, AnalyzedTitle } from '../../contract/content/analyzed-titles.ts';
import { ContentId, Timestamp } from '../../contract/shared.ts';
import {
  FACETS,
  facetsOf,
  listFor,
  type TitleFacet,
  type TitleFilter,
  type TitleFindings,
} from '../../domain/analysis/title-index.ts';
import type { Logger } from '../../domain/logger.ts';
import { OUTCOMES } from '../../domain/safety/gate.ts';
import { VERDICTS } from '../../domain/safety/verdict.ts';
import type { Cursors } from '../table/cursor.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity } from '../table/entity.ts';
import { conditionHolds } from '../table/errors.ts';
import { atRev, isNew, type Expression } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import { listPage, type ListPage } from '../table/list-page.ts';
import { parseList, type Table } from '../table/table.ts';

const IndexItem = z.object({
  content_id: ContentId,
  facet: z.enum(FACETS),
  value: z.string(),
  verdict: z.enum(VERDICTS),
  /** Absent until an item that an earlier version wrote is written again. */
  decision: z._default(z.nullable(z.enum(OUTCOMES)), null),
  topics: z.array(AnalysisTopic),
  sentiment: z.nullable(Sentiment),
  language: z.nullable(z.string()),
  steps: z.array(AnalysisStepState),
  next_run: AnalyzedTitle.shape.next_run,
  cost_usd: z.number(),
  changed_at: Timestamp,
  rev: z.number(),
});
type StoredTitle = z.infer<typeof IndexItem>;

/** Partition of a list of analyzed titles in gsi1. */
const partitionOf = ({ facet, value }: TitleFacet): string => key('ANALYZED', facet, value);

/** A title in one list of analyzed titles, in the partition of that list in gsi1 by when its analysis changed. */
export const analyzedTitleEntity = defineEntity({
  type: 'ANALYZED_TITLE',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: IndexItem,
  key: ({ content_id, facet, value }: TitleFacet & { content_id: string }) => ({
    pk: key('ANALYZED_TITLE', content_id),
    sk: key('LIST', facet, value),
  }),
  indexes: { gsi1: (title) => ({ pk: partitionOf(title), sk: key(title.changed_at, title.content_id) }) },
});

/** The titles with these properties. A list by topic has the title once for each of its topics. */
const matches = (filter: TitleFilter): Expression | undefined => {
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined);
  if (wanted.length === 0) return undefined;
  const attribute = (name: string): string => (name === 'topic' ? 'topics' : name);
  return {
    expression: wanted
      .map(([name]) => (name === 'topic' ? `contains(#${name}, :${name})` : `#${name} = :${name}`))
      .join(' AND '),
    names: Object.fromEntries(wanted.map(([name]) => [`#${name}`, attribute(name)])),
    values: Object.fromEntries(wanted.map(([name, value]) => [`:${name}`, value])),
  };
};

const findingsOf = ({ facet: _facet, value: _value, rev: _rev, ...findings }: StoredTitle): TitleFindings => findings;

export type TitleIndexRepository = ReturnType<typeof createTitleIndexRepository>;

/** The lists of analyzed titles, for the worker that writes them. Numbers are those of access-patterns.md. */
export const createTitleIndexRepository = (table: Table) => {
  const partition = (contentId: string): string =>
    analyzedTitleEntity.key({ content_id: contentId, facet: 'all', value: 'all' }).pk;
  const read = (contentId: string) => table.queryAll({ partition: partition(contentId), limit: 100, consistent: true });
  return {
    /** AA4. A title in all its lists, strongly consistent. */
    async read(contentId: string, onBad: (count: number) => void): Promise<readonly StoredTitle[]> {
      return parseList(analyzedTitleEntity, await read(contentId), onBad);
    },

    /**
     * AA5. Stores a title in its lists and removes it from others, in one transaction; from all lists when it no longer
     * exists. False when another worker wrote it since `before` was read.
     */
    async replace(before: readonly StoredTitle[], after: TitleFindings | undefined): Promise<boolean> {
      const head = before.find(({ facet }) => facet === 'all');
      if (after && head && isDeepStrictEqual(findingsOf(head), after)) return true;
      const condition = head ? atRev(head.rev) : isNew;
      const rev = (head?.rev ?? 0) + 1;
      const facets = after ? facetsOf(after) : [];
      const items = after ? facets.map((list) => analyzedTitleEntity.toItem({ ...after, ...list, rev })) : [];
      const isKept = ({ facet, value }: StoredTitle): boolean =>
        facets.some((list) => list.facet === facet && list.value === value);
      const writes = [
        ...items.map((item, index) => table.write.put(item, facets[index]?.facet === 'all' ? condition : undefined)),
        ...before
          .filter((stored) => !isKept(stored))
          .map((stored) =>
            table.write.delete(analyzedTitleEntity.key(stored), stored.facet === 'all' ? condition : undefined),
          ),
      ];
      return writes.length === 0 || conditionHolds(table.transact(writes));
    },

    /** AA6. Deletes a deleted content item from all lists. */
    async removeAll(contentId: string): Promise<void> {
      for (const { pk, sk } of await read(contentId)) await table.delete({ pk, sk });
    },
  };
};

export type AnalyzedTitleLists = ReturnType<typeof createAnalyzedTitleLists>;

/** The lists of analyzed titles, for reading pages. */
export const createAnalyzedTitleLists = (
  table: Table,
  deps: { readonly cursors: Cursors; readonly logger: Logger },
) => ({
  /** AA7. A page of the titles with these properties, the one that changed last first: one query. */
  async list(
    filter: TitleFilter,
    page: { readonly cursor: string | undefined; readonly limit: number },
  ): Promise<ListPage<TitleFindings>> {
    const { list, rest } = listFor(filter);
    const condition = matches(rest);
    const { items, next_cursor } = await listPage({ table, ...deps }, analyzedTitleEntity, {
      list: 'analyzed-titles',
      index: 'gsi1',
      partition: partitionOf(list),
      ...(condition ? { filter: condition, filterName: JSON.stringify(rest) } : {}),
      ...page,
    });
    return { items: items.map(findingsOf), next_cursor };
  },
});
