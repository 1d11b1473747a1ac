import type { BulkAction, BulkItem, BulkJob, BulkKind, BulkOutcome } from '../../contract/content/bulk.ts';
import type { Role } from '../../contract/shared.ts';
import type { Content } from '../content/content.ts';

/** Milliseconds after which a job's lease expires unless the worker renews it. */
export const LEASE_MS = 60_000;

/** Fields of a content item that a job changes and an undo restores. */
export type Restorable = {
  readonly [Name in 'status' | 'category_id' | 'tags' | 'publish_when_ready' | 'publish_at']?:
    Content[Name] | undefined;
};

/** A job as stored. Its counts are updated in the same transactions as its items. */
export interface StoredJob {
  readonly id: string;
  /** Undefined for a job that undoes another one. */
  readonly action?: BulkAction | undefined;
  readonly undo_of?: string | undefined;
  readonly undone_by?: string | undefined;
  readonly state: 'running' | 'done';
  readonly total: number;
  readonly changed: number;
  readonly same: number;
  readonly failed: number;
  readonly created_by: string;
  readonly role: Role;
  /** The request that created the job. Its audit entries name it. */
  readonly request_id: string;
  readonly created_at: string;
  readonly finished_at?: string | undefined;
  /** The worker that runs the job, and when its lease expires. */
  readonly lease_by?: string | undefined;
  readonly lease_until: string;
}

/**
 * One content item of a job. `waiting`: not processed yet. `applied`: changed and counted, but its stills or files have
 * not followed yet. `done`, `same` and `failed` are final.
 */
export interface StoredItem {
  readonly job_id: string;
  readonly number: number;
  readonly content_id: string;
  readonly title: string;
  readonly state: 'waiting' | 'applied' | 'done' | 'same' | 'failed';
  readonly reason?: string | undefined;
  readonly before?: Restorable | undefined;
  readonly after?: Restorable | undefined;
}

/** Kind of a job. */
export const kindOf = ({ action }: Pick<StoredJob, 'action'>): BulkKind => action?.kind ?? 'undo';

/** Whether a job can be undone now. */
export const canUndo = (job: Pick<StoredJob, 'action' | 'state' | 'changed' | 'undone_by'>): boolean =>
  job.state === 'done' &&
  job.changed > 0 &&
  job.undone_by === undefined &&
  job.action !== undefined &&
  job.action.kind !== 'delete';

const outcomes: Readonly<Record<StoredItem['state'], BulkOutcome | null>> = {
  waiting: null,
  applied: 'changed',
  done: 'changed',
  same: 'same',
  failed: 'failed',
};

/** A job as the API returns it. */
export const jobView = (job: StoredJob): BulkJob => ({
  id: job.id,
  kind: kindOf(job),
  state: job.state,
  total: job.total,
  changed: job.changed,
  same: job.same,
  failed: job.failed,
  undo_of: job.undo_of ?? null,
  undone_by: job.undone_by ?? null,
  can_undo: canUndo(job),
  created_by: job.created_by,
  created_at: job.created_at,
  finished_at: job.finished_at ?? null,
});

/** An item as the API returns it. */
export const itemView = ({ content_id, title, state, reason }: StoredItem): BulkItem => ({
  content_id,
  title,
  outcome: outcomes[state],
  reason: reason ?? null,
});
