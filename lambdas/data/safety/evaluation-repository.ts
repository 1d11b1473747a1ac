import type { Content } from '../../domain/content/content.ts';
import { ALL_CONTENT, contentEntity } from '../content/content-entity.ts';
import { conditionHolds } from '../table/errors.ts';
import { parseList, type Table } from '../table/table.ts';
import { safetyEvaluationEntity } from './policy-entity.ts';

/** Progress of the evaluation of the catalog by a policy. */
export type StoredEvaluation = ReturnType<(typeof safetyEvaluationEntity)['parse']>;

/** An evaluation that has not begun. */
export const newEvaluation = (policyVersion: number, now: string): StoredEvaluation => ({
  policy_version: policyVersion,
  state: 'running',
  page: 0,
  checked: 0,
  changed: 0,
  started_at: now,
});

/** A part of the catalog, oldest first. */
export interface CatalogPage {
  readonly contents: readonly Content[];
  /** Where the next page begins; undefined after the last one. */
  readonly after: string | undefined;
}

export type EvaluationRepository = ReturnType<typeof createEvaluationRepository>;

/** The evaluation of the catalog by a policy. Numbers refer to access-patterns.md. */
export const createEvaluationRepository = (table: Table) => ({
  /** AS4. The progress, strongly consistent; undefined until a policy is saved. */
  async read(): Promise<StoredEvaluation | undefined> {
    const item = await table.get(safetyEvaluationEntity.key({}), { consistent: true });
    return item && safetyEvaluationEntity.parse(item);
  },

  /** AS5. Stores the progress after a page. False when another message about the same page was faster. */
  advance: (before: StoredEvaluation, after: StoredEvaluation): Promise<boolean> =>
    conditionHolds(
      table.put(safetyEvaluationEntity.toItem(after), {
        expression: '#policy = :policy AND #page = :page',
        names: { '#policy': 'policy_version', '#page': 'page' },
        values: { ':policy': before.policy_version, ':page': before.page },
      }),
    ),

  /** AS6. A page of the catalog in every state, oldest first: one query. */
  async readCatalog(after: string | undefined, limit: number, onBad: (count: number) => void): Promise<CatalogPage> {
    const request = { index: 'gsi1', partition: ALL_CONTENT, limit, descending: false, after } as const;
    const { items, lastKey } = await table.query(request);
    const last = items.at(-1)?.['gsi1sk'];
    return {
      contents: parseList(contentEntity, items, onBad),
      after: lastKey && typeof last === 'string' ? last : undefined,
    };
  },
});
