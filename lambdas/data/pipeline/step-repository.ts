import * as z from 'zod/mini';
import { StepName } from '../../contract/media/steps.ts';
import { ContentId, Timestamp } from '../../contract/shared.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { stepDueAt, type StepRun, type StepRunIds } from '../../domain/pipeline/step-run.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { contentEntity } from '../content/content-entity.ts';
import { NOT_A_PERSONS, NOT_PERSONAL, defineEntity, type Entity, type StoredItem } from '../table/entity.ts';
import { conditionHolds } from '../table/errors.ts';
import { atRev, isNew } from '../table/expressions.ts';
import { key } from '../table/keys.ts';
import { revisionChange } from '../table/revision.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const StepItem = z.object({
  content_id: ContentId,
  version_id: z.string(),
  attempt: z.number(),
  step: StepName,
  run: z.number(),
  state: z.enum(['running', 'completed', 'failed', 'skipped']),
  reason: z.optional(z.string()),
  nothing_to_check: z.optional(z.boolean()),
  started_at: Timestamp,
  finished_at: z.optional(Timestamp),
  job_id: z.optional(z.string()),
  job_deadline_at: z.optional(Timestamp),
  paused_at: z.optional(Timestamp),
  lease_until: Timestamp,
  deadline_at: Timestamp,
  cost_estimated: z.number(),
  cost_actual: z.optional(z.number()),
  input_hash: z.optional(z.string()),
  provider: z.optional(z.string()),
  model: z.optional(z.string()),
  units: z.optional(z.number()),
  rev: z.number(),
});

const PREFIX = 'STEP';
/** gsi1 partition of the running steps, by when the sweeper looks at them. */
const RUNNING = 'STEP';
/** Digits of a number in a key, so that text order is number order. */
const DIGITS = 6;

/** Beginning of the sort keys of an attempt's runs. */
const attemptPrefix = (version: string, attempt: number): string =>
  key(PREFIX, version, String(attempt).padStart(DIGITS, '0'));

/**
 * A run of a processing step. It is in gsi1 while it runs. The runs of a content item have a partition of their own, so
 * that workers of the analysis can write them without being able to write the content item.
 */
export const stepEntity: Entity<StepRun, StepRunIds> = defineEntity<typeof StepItem, StepRunIds>({
  type: 'STEP',
  v: 1,
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'owner' },
  onErase: NOT_PERSONAL,
  exportView: NOT_A_PERSONS,
  schema: StepItem,
  key: ({ content_id, version_id, attempt, step, run }) => ({
    pk: key('STEPS', content_id),
    sk: key(attemptPrefix(version_id, attempt), step, String(run).padStart(DIGITS, '0')),
  }),
  indexes: {
    gsi1: (run) =>
      run.state === 'running' ? { pk: RUNNING, sk: key(stepDueAt(run as StepRun), run.content_id) } : undefined,
  },
}) as Entity<StepRun, StepRunIds>;

/** The write that stores a run together with its attempt, whose revision prevents that a later one is replaced. */
export const putStepWrite = (table: Table, run: StepRun): Write => table.write.put(stepEntity.toItem(run));

type AttemptOfRun = Pick<StepRun, 'content_id' | 'version_id' | 'attempt'>;

/** Whether an earlier version stored this run, in the partition of its content item. */
const isOld = ({ pk }: StoredItem): boolean => pk.startsWith('CONTENT#');

const queryPartition = (table: Table, partition: string, prefix = PREFIX): Promise<readonly StoredItem[]> =>
  table.queryAll({ partition, prefix: `${prefix}#`, limit: 100, consistent: true });

/** Any ids: all runs of a content item are in one partition. */
const ANY_RUN = { version_id: 'any', attempt: 1, step: 'any', run: 1 };

/** Partition of the runs of a content item. */
const partitionOf = (contentId: string): string => stepEntity.key({ content_id: contentId, ...ANY_RUN }).pk;

/**
 * Deletes runs of a content item by the beginning of their sort keys, first those that an earlier version stored: one
 * that is moved meanwhile is found in its new place, or is not moved any more.
 */
const removeRuns = async (table: Table, contentId: string, prefix: string): Promise<void> => {
  for (const partition of [contentEntity.key({ id: contentId }).pk, partitionOf(contentId)])
    for (const { pk, sk } of await queryPartition(table, partition, prefix)) await table.delete({ pk, sk });
};

/**
 * All runs of a content item. `old`: items in the partition of the content item, where an earlier version stored runs.
 */
export const readRuns = async (
  table: Table,
  contentId: string,
  old: Promise<readonly StoredItem[]>,
): Promise<readonly StepRun[]> => {
  const [moved, found] = await Promise.all([queryPartition(table, partitionOf(contentId)), old]);
  const keys = new Set(moved.map(({ sk }) => sk));
  const left = found.filter(({ type, sk }) => type === stepEntity.type && !keys.has(sk));
  return [...left, ...moved].map((item) => stepEntity.parse(item));
};

/**
 * Moves an unfinished run that an earlier version stored, so that workers find it. False when it changed or was removed
 * since it was read.
 */
const moveOld = async (table: Table, { pk, sk, ...item }: StoredItem): Promise<boolean> => {
  const run = stepEntity.parse({ pk, sk, ...item });
  const outOfIndex = stepEntity.indexAttributes({ ...run, state: 'failed' });
  return conditionHolds(
    table.transact([
      table.write.update(stepEntity.key(run), { set: item }, isNew),
      table.write.update({ pk, sk }, { set: outOfIndex }, atRev(run.rev)),
    ]),
  );
};

export type StepRepository = ReturnType<typeof createStepRepository>;

/** Runs of processing steps. Numbers are those of access-patterns.md. */
export const createStepRepository = (table: Table) => ({
  /** I1. One run, strongly consistent. */
  async get(ids: StepRunIds): Promise<StepRun | undefined> {
    const item = await table.get(stepEntity.key(ids), { consistent: true });
    return item && stepEntity.parse(item);
  },

  /** I2. Stores a new run, with the act of the user who requested it. False when the run exists. */
  create: (run: StepRun, act?: AuditAct): Promise<boolean> =>
    conditionHolds(
      table.transact([
        table.write.put(stepEntity.toItem(run), isNew),
        ...(act ? [auditWrite(table, act, run.started_at)] : []),
      ]),
    ),

  /** I3. Stores the next state of a run. Undefined when it changed since it was read. */
  async save(before: StepRun, after: StepRun): Promise<StepRun | undefined> {
    const isSaved = await conditionHolds(
      table.update(stepEntity.key(before), revisionChange(stepEntity, before, after), atRev(before.rev)),
    );
    return isSaved ? { ...after, rev: before.rev + 1 } : undefined;
  },

  /** I4. Running steps past their deadline or without a worker, oldest first. */
  async listDue(now: string, limit: number, onBad: (count: number) => void): Promise<readonly StepRun[]> {
    const { items } = await table.query({ index: 'gsi1', partition: RUNNING, upTo: now, limit, descending: false });
    const due: StoredItem[] = [];
    for (const item of items) {
      const isMovable = isOld(item) && stepEntity.tryParse(item) !== undefined;
      if (!isMovable || (await moveOld(table, item))) due.push(item);
    }
    return parseList(stepEntity, due, onBad);
  },

  /** I7. All runs of a content item, strongly consistent. */
  list: (contentId: string): Promise<readonly StepRun[]> =>
    readRuns(table, contentId, queryPartition(table, contentEntity.key({ id: contentId }).pk)),

  /** I5. Deletes all runs of a content item. */
  removeAll: (contentId: string): Promise<void> => removeRuns(table, contentId, PREFIX),

  /** I6. Deletes all runs for an attempt. */
  removeOf: ({ content_id: id, version_id: version, attempt }: AttemptOfRun): Promise<void> =>
    removeRuns(table, id, attemptPrefix(version, attempt)),
});
