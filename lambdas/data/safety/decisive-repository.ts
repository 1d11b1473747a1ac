import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { ContentId } from '../../contract/shared.ts';
import { CATEGORIES, type Category } from '../../domain/analysis/provenance.ts';
import type { DecisiveFindings } from '../../domain/safety/decisive.ts';
import type { ComparedTitle } from '../../domain/safety/preview.ts';
import type { DecisiveFinding } from '../../domain/safety/verdict.ts';
import type { ContentRecords } from '../content/content-records.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity } from '../table/entity.ts';
import { conditionHolds } from '../table/errors.ts';
import { atRev, isNew } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';

/** Partition of what policies decide on. */
const SAFETY_FINDINGS = 'SAFETY_FINDINGS';

/** A finding: when it begins (milliseconds), its confidence, and whether a model of the local cloud found it. */
const FindingItem = z.tuple([z.number(), z.nullable(z.number()), z.boolean()]);
type StoredFinding = z.infer<typeof FindingItem>;

const FindingsItem = z.object({
  content_id: ContentId,
  found: z.partialRecord(z.enum(CATEGORIES), z.array(FindingItem)),
  coverage: z.array(z.enum(CATEGORIES)),
  unchecked: z.boolean(),
  rev: z.number(),
});
type StoredFindings = z.infer<typeof FindingsItem>;

/**
 * What a policy decides on in the current file of a title that was evaluated: a copy from its results and its verdict.
 * All titles share a partition, sorted by id, so that trying a policy reads thousands of them in one query.
 */
export const safetyFindingsEntity = defineEntity({
  type: 'SAFETY_FINDINGS',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: FindingsItem,
  key: ({ content_id }: { content_id: string }) => ({ pk: SAFETY_FINDINGS, sk: content_id }),
});

const storedFound = (found: DecisiveFindings['found']): StoredFindings['found'] =>
  Object.fromEntries(
    (Object.entries(found) as [Category, readonly DecisiveFinding[]][]).map(([category, findings]) => [
      category,
      findings.map(({ from_ms, confidence, isLocal }): StoredFinding => [from_ms, confidence, isLocal]),
    ]),
  );

const foundOf = (found: StoredFindings['found']): DecisiveFindings['found'] =>
  Object.fromEntries(
    (Object.entries(found) as [Category, StoredFinding[]][]).map(([category, findings]) => [
      category,
      findings.map(([from_ms, confidence, isLocal]): DecisiveFinding => ({ from_ms, confidence, isLocal })),
    ]),
  );

/** What is stored of a title, and the number of its state. */
export interface StoredDecisive {
  readonly findings: DecisiveFindings;
  readonly rev: number;
}

const decisiveIn = ({ found, coverage, unchecked, rev }: StoredFindings): StoredDecisive => ({
  findings: { found: foundOf(found), coverage, unchecked },
  rev,
});

export type DecisiveRepository = ReturnType<typeof createDecisiveRepository>;

/** What policies decide on, for the worker that copies it. Numbers refer to access-patterns.md. */
export const createDecisiveRepository = (table: Table, content: Pick<ContentRecords, 'mustExist'>) => ({
  /** AS16. What a policy decides on in a title, strongly consistent; undefined for one that was never evaluated. */
  async read(contentId: string): Promise<StoredDecisive | undefined> {
    const item = await table.get(safetyFindingsEntity.key({ content_id: contentId }), { consistent: true });
    const stored = item && safetyFindingsEntity.parse(item);
    return stored && decisiveIn(stored);
  },

  /**
   * AS17. Stores the next state, if the content item exists. False when it does not, or when another worker changed the
   * stored state since it was read. The worker that deletes content items removes it (AS10).
   */
  async replace(contentId: string, before: StoredDecisive | undefined, after: DecisiveFindings): Promise<boolean> {
    if (isDeepStrictEqual(before?.findings, after)) return true;
    const { found, coverage, unchecked } = after;
    const next = { found: storedFound(found), coverage: [...coverage], unchecked, rev: (before?.rev ?? 0) + 1 };
    const item = safetyFindingsEntity.toItem({ ...next, content_id: contentId });
    const writes = [table.write.put(item, before ? atRev(before.rev) : isNew), content.mustExist(contentId)];
    return conditionHolds(table.transact(writes));
  },
});

/** A part of the evaluated titles, by id. */
export interface ComparedPage {
  readonly titles: readonly ComparedTitle[];
  /** Where the next page begins; undefined after the last one. */
  readonly after: string | undefined;
}

export type ComparedTitles = ReturnType<typeof createComparedTitles>;

/** What policies decide on, for comparing policies. Numbers refer to access-patterns.md. */
export const createComparedTitles = (table: Table) => ({
  /** AS18. A page of all evaluated titles: one query, which reads at most 1 MB. */
  async list(after: string | undefined, limit: number, onBad: (count: number) => void): Promise<ComparedPage> {
    const { items, lastKey } = await table.query({ partition: SAFETY_FINDINGS, limit, descending: false, after });
    return {
      titles: parseList(safetyFindingsEntity, items, onBad).map((stored) => ({
        content_id: stored.content_id,
        findings: decisiveIn(stored).findings,
      })),
      after: lastKey && items.at(-1)?.sk,
    };
  },
});
