import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { AppError } from '../../domain/app-error.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import { attemptId, isRunning, type Attempt } from '../../domain/conversion/attempt.ts';
import type { ConversionFacts } from '../../domain/conversion/facts.ts';
import { projectAttempt } from '../../domain/conversion/project.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import { attemptChange, attemptEntity } from './attempt-repository.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { contentEntity } from '../content/content-entity.ts';
import { countWrites } from '../content/content-counts.ts';
import {
  completionOf,
  factsOf,
  releaseReplacement,
  recordWrites,
  isAlive,
  type ConversionRecord,
} from './conversion-record.ts';
import type { StoredItem } from '../table/entity.ts';
import { leftoversWrite } from './leftover-repository.ts';
import { ConditionFailed } from '../table/errors.ts';
import { isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import { readUpload, readUploads, uploadChange, uploadEntity } from './upload-repository.ts';
import { atRev } from '../table/expressions.ts';

/** What is kept of the way of a file to its content. */
export interface History {
  /** The upload of the file that the current attempt converts. */
  readonly upload: Upload;
  /** The content's own upload, where that is another. */
  readonly own: Upload | undefined;
  /** Also one that is being deleted. */
  readonly content: Content | undefined;
  /** Attempts at that file. */
  readonly attempts: readonly Attempt[];
}

/** Every item in the partition of a content item, itself included. */
const readPartition = (table: Table, contentId: string): Promise<readonly StoredItem[]> =>
  table.queryAll({ partition: contentEntity.key({ id: contentId }).pk, limit: 100, consistent: true });

export type ConversionRepository = ReturnType<typeof createConversionRepository>;

/** Writes of attempts together with the facts that people see. Numbers are those of access-patterns.md. */
export const createConversionRepository = (table: Table) => {
  const readContent = async (id: string): Promise<Content | undefined> => {
    const item = await table.get(contentEntity.key({ id }), { consistent: true });
    const content = item && contentEntity.parse(item);
    return content?.deleted_at === undefined ? content : undefined;
  };

  const readRecord = async (contentId: string, sourceKey?: string): Promise<ConversionRecord | undefined> => {
    const { upload, own } = await readUpload(table, contentId, sourceKey);
    if (!upload || upload.state === 'replaced') return undefined;
    if (upload.replacement) return { upload, own, content: await readContent(contentId) };
    const made = upload.state === 'claimed' || upload.refusal !== undefined;
    return { upload, content: made ? await readContent(contentId) : undefined };
  };

  return {
    /**
     * V1. Where a content's conversion facts stand: one strongly consistent read, two once a content claimed the
     * upload, three for the file that is to replace another. `sourceKey` names the file; without it, it is the
     * content's own.
     */
    readRecord,

    /**
     * V7. Everything that the steps of a content are read from, strongly consistent: its uploads, and in one query of
     * its partition the content and the attempts. Undefined when there is no such upload.
     */
    async readHistory(contentId: string): Promise<History | undefined> {
      const [uploads, found] = await Promise.all([readUploads(table, contentId), readPartition(table, contentId)]);
      const item = found.find(({ type }) => type === 'CONTENT');
      const content = item && contentEntity.parse(item);
      const attempts = found.filter(({ type }) => type === 'ATTEMPT').map((attempt) => attemptEntity.parse(attempt));
      const own = uploads.find(({ replacement }) => !replacement);
      const current = attempts.find((attempt) => attemptId(attempt) === (content ?? own)?.current_attempt);
      const upload = uploads.find(({ key }) => key === current?.source_key) ?? own;
      return (
        upload && {
          upload,
          own,
          content,
          attempts: attempts.filter(({ source_key: key }) => key === (current?.source_key ?? upload.key)),
        }
      );
    },

    /**
     * V2. Stores a new attempt as the current one of its content, shows it there, and supersedes the one before, all or
     * nothing. What the one before made is looked through an hour later, and its file is given up if it was to replace
     * the content's own. False when something changed since `home` and `previous` were read: read again and decide
     * again.
     */
    async begin(
      home: ConversionRecord,
      attempt: Attempt,
      previous: Attempt | undefined,
      extra: ConversionFacts = {},
      act?: AuditAct,
    ): Promise<boolean> {
      const writes = [
        table.write.put(attemptEntity.toItem(attempt), isNew),
        ...recordWrites(table, home, { facts: { ...projectAttempt(attempt), ...extra } }),
        ...(act ? [auditWrite(table, act, attempt.claimed_at)] : []),
      ];
      if (previous) {
        writes.push(leftoversWrite(table, attempt));
        const other =
          previous.source_key === attempt.source_key
            ? undefined
            : (await readUpload(table, attempt.content_id, previous.source_key)).upload;
        const released = releaseReplacement(table, other, attempt.claimed_at);
        if (released) writes.push(released);
      }
      if (previous && isRunning(previous)) {
        const superseded: Attempt = { ...previous, state: 'superseded' };
        writes.push(
          table.write.update(attemptEntity.key(previous), attemptChange(previous, superseded), atRev(previous.rev)),
        );
      }
      try {
        await table.transact(writes);
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },

    /**
     * V3. Takes a claim over, or notes something on an attempt that people do not see, with the act of who asked for
     * it. Undefined when it changed since it was read.
     */
    async saveAttempt(
      before: Attempt,
      after: Attempt,
      noted?: { readonly act: AuditAct; readonly at: string },
    ): Promise<Attempt | undefined> {
      try {
        if (noted) {
          await table.transact([
            table.write.update(attemptEntity.key(before), attemptChange(before, after), atRev(before.rev)),
            auditWrite(table, noted.act, noted.at),
          ]);
          return { ...after, rev: before.rev + 1 };
        }
        return attemptEntity.parse(
          await table.update(attemptEntity.key(before), attemptChange(before, after), atRev(before.rev)),
        );
      } catch (error) {
        if (error instanceof ConditionFailed) return undefined;
        throw error;
      }
    },

    /**
     * V4. Stores the next state of an attempt and shows it at its home, both or neither. `changed`: the attempt was
     * written since it was read, so read and decide again. `orphaned`: its content is deleted or another attempt is
     * current; nothing is written. `edit` may change the content itself in the same transaction. The success of a file
     * that is to replace another puts it in its place.
     */
    async advance(
      before: Attempt,
      after: Attempt,
      edit?: (content: Content) => Partial<Content> | undefined,
    ): Promise<'saved' | 'changed' | 'orphaned'> {
      return optimistic(async () => {
        const record = await readRecord(before.content_id, before.source_key);
        if (!record || !isAlive(record) || factsOf(record).current_attempt !== attemptId(before)) return 'orphaned';
        const writes = [
          table.write.update(attemptEntity.key(before), attemptChange(before, after), atRev(before.rev)),
          ...recordWrites(table, record, {
            facts: projectAttempt(after),
            edit: record.content && edit?.(record.content),
            completed: completionOf(after),
          }),
        ];
        try {
          await table.transact(writes);
          return 'saved';
        } catch (error) {
          if (!(error instanceof ConditionFailed)) throw error;
          return error.index === 0 ? 'changed' : RETRY;
        }
      });
    },

    /**
     * V5. Makes the content of an upload and claims it, with the entry of the audit log, all or nothing, and with the
     * facts that ingest found meanwhile. False when the upload, or the name of its category or creator, changed since
     * it was read: read again and decide again.
     */
    async claim(upload: Upload, content: Content, act: AuditAct): Promise<boolean> {
      const claimed: Upload = { ...upload, state: 'claimed' };
      const counts = countWrites(table, undefined, content);
      try {
        await table.transact([
          table.write.update(uploadEntity.key(upload), uploadChange(upload, claimed), atRev(upload.rev)),
          table.write.put(contentEntity.toItem(content), isNew),
          auditWrite(table, act, content.created_at),
          ...counts.map(({ write }) => write),
        ]);
        return true;
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const failure = counts[error.index - 3]?.failure(error.item);
        if (typeof failure === 'object' && 'refusal' in failure) throw new AppError(failure.refusal);
        return false;
      }
    },

    /** V6. Forgets a content that is marked as deleted; one that is not, or is gone, stays as it is. */
    async removeContent(contentId: string): Promise<void> {
      try {
        await table.delete(contentEntity.key({ id: contentId }), {
          expression: 'attribute_exists(#deleted)',
          names: { '#deleted': 'deleted_at' },
        });
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    },
  };
};
