import { attemptId, isRunning, type Attempt } from '../domain/conversion/attempt.ts';
import type { ConversionFacts } from '../domain/conversion/facts.ts';
import { projectAttempt } from '../domain/conversion/project.ts';
import type { Content } from '../domain/content/content.ts';
import type { Upload } from '../domain/uploads/upload.ts';
import { attemptChange, attemptEntity } from './attempt-repository.ts';
import { contentEntity } from './content-entity.ts';
import type { StoredItem } from './entity.ts';
import { ConditionFailed, isNew, type Expression, type Table, type Write } from './table.ts';
import { atRev, uploadChange, uploadEntity } from './upload-repository.ts';

/** Where the facts of a conversion stand: on the upload, and from the moment that a content claims it, on the content. */
export interface Home {
  readonly upload: Upload;
  /** Present when the upload was claimed (its file may have been refused since) and its content is not deleted. */
  readonly content: Content | undefined;
}

/** What is kept of the way of a file to its content. */
export interface History {
  readonly upload: Upload;
  /** Also one that is being deleted. */
  readonly content: Content | undefined;
  readonly attempts: readonly Attempt[];
}

/** Every item that stands beside a content, itself included. */
const readPartition = async (table: Table, contentId: string): Promise<readonly StoredItem[]> => {
  const found: StoredItem[] = [];
  let startKey: Readonly<Record<string, unknown>> | undefined;
  do {
    const page = await table.query({ partition: contentEntity.key({ id: contentId }).pk, limit: 100, startKey, consistent: true });
    found.push(...page.items);
    startKey = page.lastKey;
  } while (startKey);
  return found;
};

/** The facts as they stand at a home. */
export const factsOf = ({ upload, content }: Home): ConversionFacts => content ?? upload;

/** Whether a home still takes facts: its upload is wanted, and its content, once claimed, is not deleted. */
export const isAlive = ({ upload, content }: Home): boolean => (upload.state === 'claimed' ? content !== undefined : upload.state !== 'aborted');

/** Condition on a content: it is there, this attempt (or none yet) is current, and nobody edited it since, if `revision` is given. */
const contentHolds = (current: string | null | undefined, revision?: number): Expression => ({
  expression: `attribute_exists(#pk) AND attribute_not_exists(#deleted) AND #current = :current${revision === undefined ? '' : ' AND #revision = :revision'}`,
  names: { '#pk': 'pk', '#deleted': 'deleted_at', '#current': 'current_attempt', ...(revision === undefined ? {} : { '#revision': 'revision' }) },
  values: { ':current': current ?? null, ...(revision === undefined ? {} : { ':revision': revision }) },
});

/** A write that shows facts at a home. `edit` are attributes of the content that go with them, index keys included. */
const homeWrite = (table: Table, { upload, content }: Home, facts: ConversionFacts, edit?: Partial<Content>): Write => {
  if (!content) return table.write.update(uploadEntity.key(upload), uploadChange(upload, { ...upload, ...facts }), atRev(upload.rev));
  const index = edit ? contentEntity.indexAttributes({ ...content, ...edit }) : {};
  return table.write.update(
    contentEntity.key(content),
    { set: { ...facts, ...edit, ...index } },
    contentHolds(content.current_attempt, edit ? content.revision : undefined),
  );
};

export type ConversionRepository = ReturnType<typeof createConversionRepository>;

/** Writes of attempts together with the facts that people see. Numbers are those of access-patterns.md. */
export const createConversionRepository = (table: Table) => {
  const readContent = async (id: string): Promise<Content | undefined> => {
    const item = await table.get(contentEntity.key({ id }), { consistent: true });
    const content = item && contentEntity.parse(item);
    return content?.deleted_at === undefined ? content : undefined;
  };

  const readHome = async (contentId: string): Promise<Home | undefined> => {
    const item = await table.get(uploadEntity.key({ content_id: contentId }), { consistent: true });
    if (!item) return undefined;
    const upload = uploadEntity.parse(item);
    const made = upload.state === 'claimed' || upload.refusal !== undefined;
    return { upload, content: made ? await readContent(contentId) : undefined };
  };

  return {
    /** V1. Where a content's conversion facts stand: one strongly consistent read, two once a content claimed the upload. */
    readHome,

    /**
     * V7. Everything that the steps of a content are read from, strongly consistent: the upload, and in one query of its partition the content
     * and every attempt. Undefined when there is no such upload.
     */
    async readHistory(contentId: string): Promise<History | undefined> {
      const [item, found] = await Promise.all([
        table.get(uploadEntity.key({ content_id: contentId }), { consistent: true }),
        readPartition(table, contentId),
      ]);
      if (!item) return undefined;
      const content = found.find(({ type }) => type === 'CONTENT');
      return {
        upload: uploadEntity.parse(item),
        content: content && contentEntity.parse(content),
        attempts: found.filter(({ type }) => type === 'ATTEMPT').map((attempt) => attemptEntity.parse(attempt)),
      };
    },

    /**
     * V2. Stores a new attempt as the current one of its content, shows it there, and supersedes the one before, all or nothing.
     * False when something changed since `home` and `previous` were read: read again and decide again.
     */
    async begin(home: Home, attempt: Attempt, previous: Attempt | undefined, extra: ConversionFacts = {}): Promise<boolean> {
      const writes = [
        table.write.put(attemptEntity.toItem(attempt), isNew),
        homeWrite(table, home, { ...projectAttempt(attempt), ...extra }),
      ];
      if (previous && isRunning(previous)) {
        const superseded: Attempt = { ...previous, state: 'superseded' };
        writes.push(table.write.update(attemptEntity.key(previous), attemptChange(previous, superseded), atRev(previous.rev)));
      }
      try {
        await table.transact(writes);
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },

    /** V3. Takes a claim over, or notes something on an attempt that people do not see. False when it changed since it was read. */
    async saveAttempt(before: Attempt, after: Attempt): Promise<Attempt | undefined> {
      try {
        return attemptEntity.parse(await table.update(attemptEntity.key(before), attemptChange(before, after), atRev(before.rev)));
      } catch (error) {
        if (error instanceof ConditionFailed) return undefined;
        throw error;
      }
    },

    /**
     * V4. Stores the next state of an attempt and shows it at its home, both or neither. `changed`: the attempt was written since
     * it was read, so read and decide again. `homeless`: its content is deleted or another attempt is current; nothing is written.
     * `edit` may change the content itself in the same transaction.
     */
    async advance(
      before: Attempt,
      after: Attempt,
      edit?: (content: Content) => Partial<Content> | undefined,
    ): Promise<'saved' | 'changed' | 'homeless'> {
      for (;;) {
        const home = await readHome(before.content_id);
        if (!home || !isAlive(home) || factsOf(home).current_attempt !== attemptId(before)) return 'homeless';
        try {
          await table.transact([
            table.write.update(attemptEntity.key(before), attemptChange(before, after), atRev(before.rev)),
            homeWrite(table, home, projectAttempt(after), home.content && edit?.(home.content)),
          ]);
          return 'saved';
        } catch (error) {
          if (!(error instanceof ConditionFailed)) throw error;
          if (error.index === 0) return 'changed';
        }
      }
    },

    /**
     * V5. Makes the content of an upload and claims it, both or neither, with the facts that ingest found meanwhile. False
     * when the upload changed since it was read: read again and decide again.
     */
    async claim(upload: Upload, content: Content): Promise<boolean> {
      const claimed: Upload = { ...upload, state: 'claimed' };
      try {
        await table.transact([
          table.write.update(uploadEntity.key(upload), uploadChange(upload, claimed), atRev(upload.rev)),
          table.write.put(contentEntity.toItem(content), isNew),
        ]);
        return true;
      } catch (error) {
        if (error instanceof ConditionFailed) return false;
        throw error;
      }
    },

    /** V6. Forgets a content that is marked as deleted; one that is not, or is gone, stays as it is. */
    async removeContent(contentId: string): Promise<void> {
      try {
        await table.delete(contentEntity.key({ id: contentId }), { expression: 'attribute_exists(#deleted)', names: { '#deleted': 'deleted_at' } });
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    },
  };
};
