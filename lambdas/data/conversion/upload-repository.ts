import * as z from 'zod/mini';
import { ContentDraft } from '../../contract/content/content.ts';
import { ConversionStatus } from '../../contract/content/content-shapes.ts';
import { expiryOf } from '../../contract/retention.ts';
import { ContentId, CreatorId, Timestamp } from '../../contract/shared.ts';
import type { ActBy, AuditAct } from '../../domain/audit/act.ts';
import { TIERS } from '../../domain/media/tiers.ts';
import { parseUploadKey, type Upload, type UploadRefusal } from '../../domain/uploads/upload.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { NOT_A_PERSONS, defineEntity, type Entity } from '../table/entity.ts';
import { FirstFilesItem } from './first-files-item.ts';
import { key } from '../table/keys.ts';
import { tableDefinition } from '../table/table-definition.ts';
import { ConditionFailed, conditionHolds, ignoreConditionFailed, orRetry } from '../table/errors.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { atRev, isNew, type Change, type Expression } from '../table/expressions.ts';
import { parseList, type Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';

const UploadItem = z.object({
  content_id: ContentId,
  upload_id: z.string(),
  replacement: z.optional(z.boolean()),
  key: z.string(),
  file_name: z.string(),
  file_type: z.string(),
  file_size: z.number(),
  kind: z.enum(['single', 'multipart']),
  s3_upload_id: z.optional(z.string()),
  state: z.enum(['open', 'completed', 'claimed', 'aborted', 'replaced']),
  refusal: z.optional(z.object({ code: z.enum(['unsupported_format', 'upload_incomplete']), reason: z.string() })),
  cleaned: z.optional(z.boolean()),
  creator_id: CreatorId,
  user_id: z.string(),
  created_at: Timestamp,
  deadline: Timestamp,
  draft: z.optional(ContentDraft),
  rev: z.number(),
  source_version_id: z.optional(z.nullable(z.string())),
  source_sequencer: z.optional(z.string()),
  current_attempt: z.optional(z.nullable(z.string())),
  conversion_status: z.optional(ConversionStatus),
  conversion_error: z.optional(z.nullable(z.string())),
  conversion_progress: z.optional(z.number()),
  conversion_started_at: z.optional(z.nullable(Timestamp)),
  conversion_deadline_at: z.optional(z.nullable(Timestamp)),
  media_version: z.optional(z.nullable(z.string())),
  top_tier: z.optional(z.nullable(z.enum(TIERS))),
  has_video: z.optional(z.boolean()),
  has_storyboard: z.optional(z.boolean()),
  first_files: z.optional(FirstFilesItem),
  duration: z.optional(z.nullable(z.number())),
  encoding_price_usd: z.optional(z.nullable(z.number())),
});

const TO_SWEEP = 'UPLOAD';
const PAGE = 100;

interface UploadIds {
  readonly content_id: string;
  readonly upload_id?: string;
  readonly replacement?: boolean | undefined;
}

/**
 * An upload: a content's own, or one beside it. It stands in gsi1 by its deadline until a content claims it or nothing
 * of it is stored any more.
 */
export const uploadEntity: Entity<Upload, UploadIds> = defineEntity<typeof UploadItem, UploadIds>({
  type: 'UPLOAD',
  v: 1,
  // Claimed uploads live as long as their content item; the sweeper removes the others.
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'abandoned_uploads', sweptBy: 'sweeper' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: UploadItem,
  key: ({ content_id, upload_id = '', replacement }) => ({
    pk: key('UPLOAD', content_id),
    sk: replacement ? key('FILE', upload_id) : 'META',
  }),
  indexes: {
    gsi1: ({ state, cleaned, deadline, content_id }) =>
      state === 'claimed' || cleaned ? undefined : { pk: TO_SWEEP, sk: key(deadline, content_id) },
  },
});

/** Attributes that differ between two states of an upload, index keys and `rev` included. */
export const uploadChange = (before: Upload, after: Upload): Change => {
  const set: Record<string, unknown> = { ...uploadEntity.indexAttributes(after), rev: before.rev + 1 };
  for (const name of Object.keys(after) as (keyof Upload)[]) {
    if (name !== 'rev' && JSON.stringify(before[name]) !== JSON.stringify(after[name])) set[name] = after[name];
  }
  if (after.state === 'aborted') {
    set[tableDefinition.timeToLiveAttribute] = expiryOf(after.created_at, 'aborted_uploads');
  }
  return { set };
};

/** An upload, with the content's own one if it stands beside that. */
export interface FoundUpload {
  readonly upload: Upload | undefined;
  readonly own: Upload | undefined;
}

/**
 * The upload whose file stands under `sourceKey`, the content's own one without it. Strongly consistent; an upload that
 * takes the place of the own one meanwhile is found at its new place.
 */
export const readUpload = async (table: Table, contentId: string, sourceKey?: string): Promise<FoundUpload> => {
  const read = async (ids: UploadIds): Promise<Upload | undefined> => {
    const item = await table.get(uploadEntity.key(ids), { consistent: true });
    return item && uploadEntity.parse(item);
  };
  let own = await read({ content_id: contentId });
  const id = sourceKey === undefined ? undefined : parseUploadKey(sourceKey)?.uploadId;
  return optimistic(async () => {
    if (id === undefined || own?.key === sourceKey) return { upload: own, own };
    const upload = await read({ content_id: contentId, upload_id: id, replacement: true });
    if (upload) return { upload, own };
    const before = own;
    own = await read({ content_id: contentId });
    return own?.key === before?.key ? { upload: undefined, own: before } : RETRY;
  });
};

/** Every upload of a content: its own and those beside it. Strongly consistent. */
export const readUploads = async (table: Table, contentId: string): Promise<readonly Upload[]> => {
  const { pk: partition } = uploadEntity.key({ content_id: contentId });
  const items = await table.queryAll({ partition, limit: PAGE, consistent: true });
  return items.map((item) => uploadEntity.parse(item));
};

/** Makes the write that gives a creator's storage back; the creator repository's. */
export interface QuotaWrites {
  release(creatorId: string, bytes: number): Write;
}

/** How an upload is given up. */
interface AbortOptions {
  readonly refusal?: UploadRefusal | undefined;
  /** The person who gives it up; noted in the audit log. */
  readonly by?: ActBy | undefined;
  /** Asked at each reading; the upload is given up only as it was read. */
  readonly keep?: (upload: Upload) => boolean | Promise<boolean>;
}

export type UploadRepository = ReturnType<typeof createUploadRepository>;

/** A person gave an upload up. */
const discardOf = (by: ActBy, { content_id: targetId, file_name, file_type, file_size, state }: Upload): AuditAct => ({
  ...by,
  action: 'content.upload-discarded',
  targetId,
  before: { file_name, file_type, file_size, state },
  after: null,
});

/** A new upload that is to replace the file of a content. */
interface Replacing {
  /** Holds while the content stands. */
  readonly standing: Write;
  readonly by: ActBy;
  /** The file that it has. */
  readonly before: Pick<Upload, 'file_name' | 'file_size'>;
}

/** A person began to replace a file. */
const replacementOf = (
  { by, before }: Replacing,
  { content_id: targetId, file_name, file_size }: Upload,
): AuditAct => ({
  ...by,
  action: 'content.replacement-begun',
  targetId,
  before,
  after: { file_name, file_size },
});

/** Uploads and the storage that they hold. Numbers are those of access-patterns.md. */
export const createUploadRepository = (table: Table, quota: QuotaWrites) => {
  const giveUp = async (
    upload: Upload,
    from: readonly Upload['state'][],
    now: string,
    refusal?: UploadRefusal,
    by?: ActBy,
  ): Promise<Upload> => {
    if (!from.includes(upload.state)) return upload;
    const after: Upload = { ...upload, state: 'aborted', deadline: now, ...(refusal === undefined ? {} : { refusal }) };
    await table.transact([
      table.write.update(uploadEntity.key(upload), uploadChange(upload, after), atRev(upload.rev)),
      quota.release(upload.creator_id, upload.file_size),
      ...(by ? [auditWrite(table, discardOf(by, upload), now)] : []),
    ]);
    return { ...after, rev: upload.rev + 1 };
  };

  const repository = {
    /** U1. A content's own upload, strongly consistent (1 RRU): events and people race here. */
    get: async (contentId: string): Promise<Upload | undefined> => (await readUpload(table, contentId)).upload,

    /**
     * U10. The upload whose file stands under a key, as U1; one that stands beside a content's own takes a second read.
     */
    async find(sourceKey: string): Promise<Upload | undefined> {
      const ids = parseUploadKey(sourceKey);
      const { upload } = ids ? await readUpload(table, ids.contentId, sourceKey) : { upload: undefined };
      return upload?.key === sourceKey ? upload : undefined;
    },

    /**
     * U2. Stores a new upload and reserves its bytes by `reserve`, both or neither; one that is to replace a file is
     * noted, and stored only while the content stands. Answers what did not hold.
     */
    async create(
      upload: Upload,
      reserve: Write,
      replacing?: Replacing,
    ): Promise<'created' | 'no-quota' | 'no-content'> {
      try {
        const more = replacing
          ? [replacing.standing, auditWrite(table, replacementOf(replacing, upload), upload.created_at)]
          : [];
        await table.transact([table.write.put(uploadEntity.toItem(upload), isNew), reserve, ...more]);
        return 'created';
      } catch (error) {
        if (error instanceof ConditionFailed && error.index > 0) return error.index === 1 ? 'no-quota' : 'no-content';
        throw error;
      }
    },

    /**
     * U3. Marks an open upload as checked. One in another state stays. Answers what stands there now; throws
     * ConditionFailed when it is gone.
     */
    async complete(upload: Upload): Promise<Upload> {
      if (upload.state !== 'open') return upload;
      try {
        const change = uploadChange(upload, { ...upload, state: 'completed' });
        return uploadEntity.parse(await table.update(uploadEntity.key(upload), change, atRev(upload.rev)));
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const now = await repository.find(upload.key);
        if (!now) throw error;
        return repository.complete(now);
      }
    },

    /**
     * U4. Gives an upload up and releases its bytes, once however often it is asked. `from` says in which states. It is
     * due for sweeping at once, in case its objects are not removed. One that `keep` holds for stays. Answers what
     * stands there now, undefined when nothing does.
     */
    async abort(
      sourceKey: string,
      from: readonly Upload['state'][],
      now: string,
      { refusal, by, keep }: AbortOptions = {},
    ): Promise<Upload | undefined> {
      return optimistic(async () => {
        const upload = await repository.find(sourceKey);
        if (!upload || (await keep?.(upload))) return upload;
        return orRetry(giveUp(upload, from, now, refusal, by), 0);
      });
    },

    /** U7. Notes that nothing of a given-up upload is stored any more. Without effect when it changed meanwhile. */
    async markCleaned(upload: Upload): Promise<void> {
      await ignoreConditionFailed(
        table.update(uploadEntity.key(upload), uploadChange(upload, { ...upload, cleaned: true }), atRev(upload.rev)),
      );
    },

    /** U5. Uploads to sweep past their deadline, oldest first. */
    async listDue(now: string, limit: number, onBad: (count: number) => void): Promise<readonly Upload[]> {
      const { items } = await table.query({ index: 'gsi1', partition: TO_SWEEP, upTo: now, limit, descending: false });
      return parseList(uploadEntity, items, onBad);
    },

    /**
     * U8. A person's uploads in parts that wait for bytes or for their content, newest first. The index holds those of
     * every person, but only of the last days and only until a content claims them.
     */
    async listUnfinished(userId: string, limit: number, onBad: (count: number) => void): Promise<readonly Upload[]> {
      const found: Upload[] = [];
      const filter: Expression = {
        expression: '#user = :user AND #kind = :kind AND #state IN (:open, :completed)',
        names: { '#user': 'user_id', '#kind': 'kind', '#state': 'state' },
        values: { ':user': userId, ':kind': 'multipart', ':open': 'open', ':completed': 'completed' },
      };
      for await (const items of table.pages({ index: 'gsi1', partition: TO_SWEEP, limit: PAGE, filter })) {
        found.push(...parseList(uploadEntity, items, onBad));
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    },

    /** U9. Moves the time at which an unclaimed upload is swept. False when it changed meanwhile. */
    postpone: (upload: Upload, deadline: string): Promise<boolean> =>
      conditionHolds(
        table.update(uploadEntity.key(upload), uploadChange(upload, { ...upload, deadline }), atRev(upload.rev)),
      ),

    /** U11. Every upload of a content. */
    list: (contentId: string): Promise<readonly Upload[]> => readUploads(table, contentId),

    /**
     * U12. The write that lets an upload count against another creator, as long as it stands as it was read; it belongs
     * to the move of its storage.
     */
    give: (upload: Upload, creatorId: string): Write =>
      table.write.update(
        uploadEntity.key(upload),
        uploadChange(upload, { ...upload, creator_id: creatorId }),
        atRev(upload.rev),
      ),

    /** U6. Forgets an upload; what it still held is released in the same transaction. */
    async remove({ key: sourceKey }: Pick<Upload, 'key'>): Promise<void> {
      await optimistic(async () => {
        const upload = await repository.find(sourceKey);
        if (!upload) return undefined;
        const release = upload.state === 'aborted' ? [] : [quota.release(upload.creator_id, upload.file_size)];
        const remove = table.write.delete(uploadEntity.key(upload), atRev(upload.rev));
        return orRetry(table.transact([remove, ...release]), 0);
      });
    },
  };
  return repository;
};
