import type { BulkAction, BulkItem, BulkJob, BulkKind, BulkOutcome } from '../../contract/content/bulk.ts';
import type { Role } from '../../contract/shared.ts';
import type { Content } from '../content/content.ts';

/** Milliseconds for which a worker holds a job without saying that it is still there. */
export const LEASE_MS = 60_000;

/** What of a content a job changes, and an undo puts back. */
export type Restorable = {
  readonly [Name in 'status' | 'category_id' | 'tags' | 'publish_when_ready' | 'publish_at']?:
    Content[Name] | undefined;
};

/** A job as it is stored. The counts rise with the items, in the same transactions. */
export interface StoredJob {
  readonly id: string;
  /** Undefined for one that undoes another. */
  readonly action?: BulkAction | undefined;
  readonly undo_of?: string | undefined;
  readonly undone_by?: string | undefined;
  readonly state: 'running' | 'done';
  readonly total: number;
  readonly changed: number;
  readonly same: number;
  readonly refused: number;
  readonly created_by: string;
  readonly role: Role;
  /** The request that made it: entries of the audit log name it. */
  readonly request_id: string;
  readonly created_at: string;
  readonly finished_at?: string | undefined;
  /** Who works it, and until when it counts as being worked. */
  readonly lease_by?: string | undefined;
  readonly lease_until: string;
}

/**
 * One content of a job. `waiting` until its turn; `applied` once the content was changed and counted, until its
 * pictures or its files followed; then `done`. `same` and `refused` are ends too.
 */
export interface StoredItem {
  readonly job_id: string;
  readonly number: number;
  readonly content_id: string;
  readonly title: string;
  readonly state: 'waiting' | 'applied' | 'done' | 'same' | 'refused';
  readonly reason?: string | undefined;
  readonly before?: Restorable | undefined;
  readonly after?: Restorable | undefined;
}

/** What a job does. */
export const kindOf = ({ action }: Pick<StoredJob, 'action'>): BulkKind => action?.kind ?? 'undo';

/** Whether what a job did can be put back now. */
export const mayUndo = (job: Pick<StoredJob, 'action' | 'state' | 'changed' | 'undone_by'>): boolean =>
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
  refused: 'refused',
};

/** A job as administrators read it. */
export const jobView = (job: StoredJob): BulkJob => ({
  id: job.id,
  kind: kindOf(job),
  state: job.state,
  total: job.total,
  changed: job.changed,
  same: job.same,
  refused: job.refused,
  undo_of: job.undo_of ?? null,
  undone_by: job.undone_by ?? null,
  may_undo: mayUndo(job),
  created_by: job.created_by,
  created_at: job.created_at,
  finished_at: job.finished_at ?? null,
});

/** An item as administrators read it. */
export const itemView = ({ content_id, title, state, reason }: StoredItem): BulkItem => ({
  content_id,
  title,
  outcome: outcomes[state],
  reason: reason ?? null,
});
