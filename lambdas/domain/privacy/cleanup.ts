import type { CleanupRun as CleanupRunView } from '../../contract/admin/retention.ts';
import type { RetentionKey } from '../../contract/retention.ts';
import { batchesOf } from '../batches.ts';

/** Where a run is: in which source, and after which position of it. */
export interface Checkpoint {
  readonly source: string;
  readonly position: string | null;
}

/** One run of the cleanup, as it is stored. */
export interface CleanupRun {
  readonly id: string;
  readonly started_at: string;
  readonly finished_at?: string | undefined;
  /** A user id, or `schedule`. */
  readonly started_by: string;
  /** Counts without removing. */
  readonly dry_run: boolean;
  readonly checkpoint: Checkpoint | null;
  readonly counts: Readonly<Record<string, number>>;
  /** The account up to which users were warned of the deletion of unused accounts; null when all were. */
  readonly warned_up_to?: string | null | undefined;
  readonly rev: number;
}

/** What a step of a run changes, besides its counts. */
export type Progress = Partial<Pick<CleanupRun, 'checkpoint' | 'finished_at'>>;

/** Data whose period is over; `Removal` is how the data layer removes it. */
export interface Expired<Removal> {
  readonly table: RetentionKey;
  readonly removal: Removal;
}

/** A part of the stored data. */
export interface Source<Removal> {
  readonly name: string;
  /** What expired by `at` (milliseconds) in the page after a position. `next` is null on the last page. */
  page(
    position: string | null,
    at: number,
  ): Promise<{ readonly expired: readonly Expired<Removal>[]; readonly next: string | null }>;
}

/** Stores runs. Each method returns undefined when another worker has changed the run meanwhile. */
export interface CleanupRuns<Removal> {
  /** Removes data and stores the next state of the run, all or nothing. Data that changed is left out of the counts. */
  remove(run: CleanupRun, expired: readonly Expired<Removal>[], progress: Progress): Promise<CleanupRun | undefined>;
  /** Counts data without removing it, and stores the next state. */
  count(run: CleanupRun, expired: readonly Expired<Removal>[], progress: Progress): Promise<CleanupRun | undefined>;
}

/** Dependencies of the cleanup. */
export interface CleanupDeps<Removal> {
  /** In the order in which a run goes through them. */
  readonly sources: readonly Source<Removal>[];
  readonly runs: CleanupRuns<Removal>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Another worker continues the run. */
export class RunTaken extends Error {
  constructor() {
    super('Another worker continues this cleanup');
    this.name = 'RunTaken';
  }
}

/** Removals in one transaction, which also stores the run. */
const REMOVED_AT_ONCE = 50;

const taken = (run: CleanupRun | undefined): CleanupRun => {
  if (!run) throw new RunTaken();
  return run;
};

/** Counts with one more for the table of each. */
export const withCounts = <Removal>(
  counts: CleanupRun['counts'],
  expired: readonly Expired<Removal>[],
): CleanupRun['counts'] => {
  const next: Record<string, number> = { ...counts };
  for (const { table } of expired) next[table] = (next[table] ?? 0) + 1;
  return next;
};

/**
 * Removes one page of a run's data, or counts it. Its last write stores the progress. When the time is over before, the
 * checkpoint stays where it is, and the next call reads what is left of the page.
 */
const cleanPage = async <Removal>(
  { runs, now }: Pick<CleanupDeps<Removal>, 'runs' | 'now'>,
  run: CleanupRun,
  { expired, progress, until }: { expired: readonly Expired<Removal>[]; progress: Progress; until: number },
): Promise<CleanupRun> => {
  if (run.dry_run) return taken(await runs.count(run, expired, progress));
  const batches = batchesOf(expired, REMOVED_AT_ONCE);
  let current = run;
  for (const batch of batches.slice(0, -1)) {
    current = taken(await runs.remove(current, batch, {}));
    if (now() >= until) return current;
  }
  return taken(await runs.remove(current, batches.at(-1) ?? [], progress));
};

/**
 * Continues a run until it is finished or the time is over, and returns its state. A run that was stopped anywhere
 * continues at its checkpoint: removing, counting and moving the checkpoint are one transaction, so nothing is counted
 * twice or lost. What expires while it runs is left for the next one. Throws RunTaken.
 */
export const continueCleanup = async <Removal>(
  deps: CleanupDeps<Removal>,
  run: CleanupRun,
  until: number,
): Promise<CleanupRun> => {
  const { sources, now } = deps;
  const at = Date.parse(run.started_at);
  let current = run;
  while (current.finished_at === undefined && now() < until) {
    const { source: name, position } = current.checkpoint ?? { source: sources[0]?.name, position: null };
    const index = sources.findIndex((source) => source.name === name);
    const source = sources[index];
    if (!source) throw new Error(`A cleanup stopped in the unknown source ${name ?? 'none'}`);
    const { expired, next } = await source.page(position, at);
    const following = sources[index + 1];
    const checkpoint =
      next !== null ? { source: source.name, position: next } : following && { source: following.name, position: null };
    const progress = checkpoint ? { checkpoint } : { finished_at: new Date(now()).toISOString() };
    current = await cleanPage(deps, current, { expired, progress, until });
  }
  return current;
};

/** A run as the API returns it. */
export const toCleanupView = (run: CleanupRun): CleanupRunView => {
  const tables = Object.entries(run.counts).map(([table_name, records]) => ({ table_name, records }));
  return {
    id: run.id,
    started_at: run.started_at,
    finished_at: run.finished_at ?? null,
    started_by: run.started_by,
    dry_run: run.dry_run,
    total_records_cleaned: tables.reduce((sum, { records }) => sum + records, 0),
    tables: tables.sort((a, b) => a.table_name.localeCompare(b.table_name)),
  };
};
