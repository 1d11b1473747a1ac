import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { Timestamp } from '../../contract/shared.ts';
import type { ActBy } from '../../domain/audit/act.ts';
import type { Logger } from '../../domain/logger.ts';
import {
  withCounts,
  type CleanupRun,
  type CleanupRuns,
  type Expired,
  type Progress,
} from '../../domain/privacy/cleanup.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { NOT_A_PERSONS, defineEntity, type ItemKey } from '../table/entity.ts';
import { onConditionFailed, orUndefined } from '../table/errors.ts';
import { atRev, isNew, type Expression } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';

/** The removal of one item, as long as it is still the one that expired. */
export interface Removal {
  readonly key: ItemKey;
  readonly condition: Expression;
}

/** One run of the cleanup, with what it removed. */
export const cleanupRunEntity = defineEntity({
  type: 'CLEANUP_RUN',
  v: 1,
  owner: { kind: 'platform' },
  lifetime: { retention: 'cleanup_runs', expiresFrom: ({ started_at: at }) => at },
  onErase: { keep: 'Proves that data was removed on time. Names only the administrator who started it, by id.' },
  exportView: NOT_A_PERSONS,
  schema: z.object({
    id: z.string(),
    started_at: Timestamp,
    finished_at: z.optional(Timestamp),
    started_by: z.string(),
    dry_run: z.boolean(),
    checkpoint: z.nullable(z.object({ source: z.string(), position: z.nullable(z.string()) })),
    counts: z.record(z.string(), z.number()),
    warned_up_to: z.optional(z.nullable(z.string())),
    rev: z.number(),
  }),
  key: ({ id }: { id: string }) => ({ pk: 'CLEANUP_RUN', sk: id }),
});

/** Runs that an administrator sees, and among which an unfinished one is continued. */
const RECENT = 10;

export type CleanupRunRepository = ReturnType<typeof createCleanupRunRepository>;

/** Runs of the cleanup. Numbers refer to access-patterns.md. */
export const createCleanupRunRepository = (table: Table, { logger }: { readonly logger: Logger }) => {
  const auditOf = (run: CleanupRun, by: ActBy, at: string) =>
    auditWrite(
      table,
      {
        ...by,
        action: run.dry_run ? 'settings.cleanup-checked' : 'settings.cleanup-run',
        targetId: run.id,
        before: null,
        after: { dry_run: run.dry_run },
      },
      at,
    );
  const nextOf = (run: CleanupRun, expired: readonly Expired<Removal>[], progress: Progress): CleanupRun => ({
    ...run,
    ...progress,
    counts: withCounts(run.counts, expired),
    rev: run.rev + 1,
  });
  const changesOf = ({ checkpoint, counts, finished_at, rev }: CleanupRun) => ({
    set: { checkpoint, counts, rev, ...(finished_at === undefined ? {} : { finished_at }) },
  });

  return {
    /** RT1. The last runs, newest first; 1 RRU (consistent). */
    async listRecent(): Promise<readonly CleanupRun[]> {
      const { items } = await table.query({ partition: 'CLEANUP_RUN', limit: RECENT, consistent: true });
      return parseList(cleanupRunEntity, items, (count) =>
        logger.error('Corrupt items left out of a list', { list: 'cleanup runs', count }),
      );
    },

    /** RT2. One run; 1 RRU (consistent). */
    async get(id: string): Promise<CleanupRun | undefined> {
      const item = await table.get(cleanupRunEntity.key({ id }), { consistent: true });
      return item && cleanupRunEntity.parse(item);
    },

    /** RT3. Stores a new run, with the audit entry of the administrator who started it. */
    async start(fields: Pick<CleanupRun, 'started_by' | 'dry_run'>, now: number, by?: ActBy): Promise<CleanupRun> {
      const started_at = new Date(now).toISOString();
      const run: CleanupRun = { ...fields, id: ulid(now), started_at, checkpoint: null, counts: {}, rev: 1 };
      await table.transact([
        table.write.put(cleanupRunEntity.toItem(run), isNew),
        ...(by ? [auditOf(run, by, started_at)] : []),
      ]);
      return run;
    },

    /** RT4. Records that an administrator continues a run. */
    async recordContinuation(run: CleanupRun, now: number, by: ActBy): Promise<void> {
      await table.transact([auditOf(run, by, new Date(now).toISOString())]);
    },

    /** RT9. Stores up to which account users were warned: null for all. Other workers may change the rest meanwhile. */
    async recordWarnings(run: Pick<CleanupRun, 'id'>, position: string | null): Promise<void> {
      await table.update(cleanupRunEntity.key(run), { set: { warned_up_to: position } });
    },

    /** RT5. Counts items without removing them. */
    async count(
      run: CleanupRun,
      expired: readonly Expired<Removal>[],
      progress: Progress,
    ): Promise<CleanupRun | undefined> {
      const next = nextOf(run, expired, progress);
      const stored = await orUndefined(table.update(cleanupRunEntity.key(run), changesOf(next), atRev(run.rev)));
      return stored && next;
    },

    /** RT6. Removes items and stores the progress of their run, in one transaction. Items that changed stay. */
    async remove(
      run: CleanupRun,
      expired: readonly Expired<Removal>[],
      progress: Progress,
    ): Promise<CleanupRun | undefined> {
      const rest = [...expired];
      for (;;) {
        const next = nextOf(run, rest, progress);
        const written = table.transact([
          ...rest.map(({ removal }) => table.write.delete(removal.key, removal.condition)),
          table.write.update(cleanupRunEntity.key(run), changesOf(next), atRev(run.rev)),
        ]);
        const outcome = await onConditionFailed<'done' | 'lost' | 'again', 'lost' | 'again'>(
          written.then(() => 'done'),
          ({ index }) => {
            if (index >= rest.length) return 'lost';
            rest.splice(index, 1);
            return 'again';
          },
        );
        if (outcome !== 'again') return outcome === 'done' ? next : undefined;
      }
    },
  } satisfies CleanupRuns<Removal> & Record<string, unknown>;
};
