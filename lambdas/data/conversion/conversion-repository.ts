import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { AppError } from '../../domain/app-error.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { attemptId, isRunning, type Attempt } from '../../domain/conversion/attempt.ts';
import type { ConversionFacts } from '../../domain/conversion/facts.ts';
import { endedSteps } from '../../domain/conversion/step-runs.ts';
import { projectAttempt } from '../../domain/conversion/project.ts';
import type { Content } from '../../domain/content/content.ts';
import type { StepRun } from '../../domain/pipeline/step-run.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { contentEntity } from '../content/content-entity.ts';
import { countWrites } from '../content/content-counts.ts';
import { putStepWrite } from '../pipeline/step-repository.ts';
import { ConditionFailed, conditionHolds, ignoreConditionFailed } from '../table/errors.ts';
import { atRev, isNew } from '../table/expressions.ts';
import { revisionChange } from '../table/revision.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { attemptEntity } from './attempt-repository.ts';
import {
  factsOf,
  failureWithoutUpload,
  isAlive,
  readRecord,
  recordWrites,
  releaseReplacement,
  type ConversionRecord,
} from './conversion-record.ts';
import { readHistory } from './conversion-history.ts';
import { leftoversWrite } from './leftover-repository.ts';
import { readUpload } from './upload-entity.ts';
import { updateUpload } from './upload-writes.ts';

const updateAttempt = (table: Table, before: Attempt, after: Attempt): Write =>
  table.write.update(attemptEntity.key(before), revisionChange(attemptEntity, before, after), atRev(before.rev));

/** Writes that end the previous attempt: what it left is checked later, and its replacement upload is released. */
const supersedeWrites = async (table: Table, previous: Attempt, attempt: Attempt): Promise<readonly Write[]> => {
  const otherUpload =
    previous.source_key === attempt.source_key
      ? undefined
      : (await readUpload(table, attempt.content_id, previous.source_key)).upload;
  const release = releaseReplacement(table, otherUpload, attempt.claimed_at);
  return [
    leftoversWrite(table, attempt),
    ...(release ? [release] : []),
    ...(isRunning(previous) ? [updateAttempt(table, previous, { ...previous, state: 'superseded' })] : []),
  ];
};

const beginAttempt = async (
  table: Table,
  record: ConversionRecord,
  attempt: Attempt,
  previous: Attempt | undefined,
  facts: ConversionFacts,
  act: AuditAct | undefined,
): Promise<boolean> =>
  conditionHolds(
    table.transact([
      table.write.put(attemptEntity.toItem(attempt), isNew),
      ...recordWrites(table, record, { facts: { ...projectAttempt(attempt), ...facts } }),
      ...(act ? [auditWrite(table, act, attempt.claimed_at)] : []),
      ...(previous ? await supersedeWrites(table, previous, attempt) : []),
    ]),
  );

/** What is stored together with the next state of an attempt. */
export interface AdvanceOptions {
  /** Whether a replacement that succeeds has to wait for review. @default it does not, unless it waits already */
  readonly waits?: (content: Content) => boolean;
  /** The time, ISO 8601, for the audit entry of a replacement. @default when the conversion ended */
  readonly now?: string;
  /** Changes the content item in the same transaction. */
  readonly edit?: (content: Content) => Partial<Content> | undefined;
  /** A run of a step that ended with this change, in addition to those that the attempt describes. */
  readonly step?: StepRun;
  /** The action of a user that caused it, and its time (ISO 8601). */
  readonly act?: { readonly by: AuditAct; readonly at: string };
}

/** The writes that show an attempt's next state to users. Undefined when nothing shows this attempt any more. */
const shownWrites = async (
  table: Table,
  before: Attempt,
  after: Attempt,
  { edit, waits, now }: AdvanceOptions,
): Promise<readonly Write[] | undefined> => {
  const record = await readRecord(table, before.content_id, before.source_key);
  if (record && isAlive(record) && factsOf(record).current_attempt === attemptId(before)) {
    const { content, upload } = record;
    return recordWrites(table, record, {
      facts: projectAttempt(after),
      edit: content && edit?.(content),
      succeeded: after.state === 'completed' ? after : undefined,
      waits: upload.state === 'waiting' || (content !== undefined && waits?.(content)),
      now,
    });
  }
  return after.state === 'failed' ? failureWithoutUpload(table, after, edit) : undefined;
};

const advanceAttempt = (
  table: Table,
  before: Attempt,
  after: Attempt,
  options: AdvanceOptions,
): Promise<'saved' | 'changed' | 'orphaned'> =>
  optimistic(async () => {
    const { step, act } = options;
    const shown = await shownWrites(table, before, after, options);
    if (!shown) return 'orphaned';
    const writes = [
      updateAttempt(table, before, after),
      ...shown,
      ...[...endedSteps(before, after), ...(step ? [step] : [])].map((run) => putStepWrite(table, run)),
      ...(act ? [auditWrite(table, act.by, act.at)] : []),
      // A late success: the check for leftovers may have run while the attempt counted as failed.
      ...(before.state === 'failed' && after.state === 'completed' ? [leftoversWrite(table, after)] : []),
    ];
    try {
      await table.transact(writes);
      return 'saved';
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      return error.index === 0 ? 'changed' : RETRY;
    }
  });

const claimUpload = async (
  table: Table,
  upload: Upload,
  content: Content,
  act: AuditAct,
  more: readonly Write[],
): Promise<boolean> => {
  const counts = countWrites(table, undefined, content);
  const writes = [
    updateUpload(table, upload, { ...upload, state: 'claimed' }),
    table.write.put(contentEntity.toItem(content), isNew),
    auditWrite(table, act, content.created_at),
    ...more,
  ];
  try {
    await table.transact([...writes, ...counts.map(({ write }) => write)]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const failure = counts[error.index - writes.length]?.failure(error.item);
    if (typeof failure === 'object' && 'rejection' in failure) throw new AppError(failure.rejection);
    return false;
  }
};

export type ConversionRepository = ReturnType<typeof createConversionRepository>;

/** Stores attempts together with the conversion facts that users see. Numbers are those of access-patterns.md. */
export const createConversionRepository = (table: Table) => ({
  /**
   * V1. The conversion record of a file. Strongly consistent: one read, two once a content item claimed the upload,
   * three for a replacement. Without `sourceKey`, of the content item's own file.
   */
  readRecord: (contentId: string, sourceKey?: string): Promise<ConversionRecord | undefined> =>
    readRecord(table, contentId, sourceKey),

  /**
   * V7. Everything from which the steps of a content item are derived, in three strongly consistent queries. Undefined
   * when there is no such upload.
   */
  readHistory: (contentId: string) => readHistory(table, contentId),

  /**
   * V2. Stores a new attempt as the current one and supersedes the previous one, in one transaction. The sweeper checks
   * an hour later what the previous one left, and its file is released if it was a replacement. False when something
   * changed since `record` and `previous` were read.
   */
  begin: (
    record: ConversionRecord,
    attempt: Attempt,
    previous: Attempt | undefined,
    facts: ConversionFacts = {},
    act?: AuditAct,
  ): Promise<boolean> => beginAttempt(table, record, attempt, previous, facts, act),

  /**
   * V3. Stores the next state of an attempt that the content item does not show, with the steps that ended. Undefined
   * when it changed since it was read.
   */
  async saveAttempt(before: Attempt, after: Attempt): Promise<Attempt | undefined> {
    const ended = endedSteps(before, after).map((run) => putStepWrite(table, run));
    const isSaved = await conditionHolds(
      ended.length > 0
        ? table.transact([updateAttempt(table, before, after), ...ended])
        : table.update(attemptEntity.key(before), revisionChange(attemptEntity, before, after), atRev(before.rev)),
    );
    return isSaved ? { ...after, rev: before.rev + 1 } : undefined;
  },

  /**
   * V4. Stores the next state of an attempt, the facts that users see and the steps that ended, in one transaction. A
   * successful replacement becomes the content item's own file, or waits for review (`waits`). `changed`: the attempt
   * changed since it was read. `orphaned`: its content item was deleted or another attempt is current; nothing is
   * written. A failure is stored even if the upload no longer exists, so that no content item shows a conversion that
   * never ends.
   */
  advance: (before: Attempt, after: Attempt, options: AdvanceOptions = {}): Promise<'saved' | 'changed' | 'orphaned'> =>
    advanceAttempt(table, before, after, options),

  /**
   * V5. Creates the content item of an upload and claims the upload, with the audit entry, in one transaction. The
   * facts that ingest found so far move to the content item. False when the upload, or the name of its category or
   * creator, changed since it was read, or a condition in `more` failed.
   */
  claim: (upload: Upload, content: Content, act: AuditAct, more: readonly Write[] = []): Promise<boolean> =>
    claimUpload(table, upload, content, act, more),

  /** V6. Deletes a content item that is marked as deleted; no effect on any other. */
  removeContent: (contentId: string): Promise<void> =>
    ignoreConditionFailed(
      table.delete(contentEntity.key({ id: contentId }), {
        expression: 'attribute_exists(#deleted)',
        names: { '#deleted': 'deleted_at' },
      }),
    ),
});
