import * as z from 'zod/mini';
import { ContentDraft } from '../../contract/content/content.ts';
import { ConversionStatus } from '../../contract/content/content-shapes.ts';
import { expiryOf } from '../../contract/retention.ts';
import { ContentId, CreatorId, Timestamp } from '../../contract/shared.ts';
import { TIERS } from '../../domain/media/tiers.ts';
import { parseUploadKey, type Upload } from '../../domain/uploads/upload.ts';
import { NOT_A_PERSONS, defineEntity, type Entity } from '../table/entity.ts';
import { FirstFilesItem } from './first-files-item.ts';
import { key } from '../table/keys.ts';
import { tableDefinition } from '../table/table-definition.ts';
import { optimistic, RETRY } from '../../domain/optimistic.ts';
import type { Change } from '../table/expressions.ts';
import { revisionChange } from '../table/revision.ts';
import type { Table } from '../table/table.ts';

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
  state: z.enum(['open', 'completed', 'claimed', 'waiting', 'aborted', 'replaced']),
  rejection: z.optional(z.object({ code: z.enum(['unsupported_format', 'upload_incomplete']), reason: z.string() })),
  cleaned: z.optional(z.boolean()),
  checked_version_id: z.optional(z.string()),
  creator_id: CreatorId,
  user_id: z.string(),
  created_at: Timestamp,
  deadline: Timestamp,
  draft: z.optional(ContentDraft),
  rev: z.number(),
  source_version_id: z.optional(z.nullable(z.string())),
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

/** gsi1 partition of the uploads that expire, by their deadline. */
export const EXPIRING_UPLOADS = 'UPLOAD';

interface UploadIds {
  readonly content_id: string;
  readonly upload_id?: string;
  readonly replacement?: boolean | undefined;
}

/**
 * An upload: that of a content item, or a replacement for it. It is in gsi1 by its deadline until a content item claims
 * it, it waits for review, or all its data is deleted.
 */
export const uploadEntity: Entity<Upload, UploadIds> = defineEntity<typeof UploadItem, UploadIds>({
  type: 'UPLOAD',
  v: 1,
  // Claimed and waiting uploads, and rejected ones that were claimed, live as long as their content item; the sweeper
  // removes the others.
  owner: { kind: 'content', field: 'content_id' },
  lifetime: { retention: 'abandoned_uploads', sweptBy: 'sweeper' },
  onErase: 'pseudonymize',
  exportView: NOT_A_PERSONS,
  schema: UploadItem,
  key: ({ content_id, upload_id = '', replacement }) => ({
    pk: key('UPLOAD', content_id),
    sk: replacement ? key('FILE', upload_id) : 'META',
  }),
  listedIn: { index: 'gsi1', partition: EXPIRING_UPLOADS, all: false },
  indexes: {
    gsi1: ({ state, cleaned, deadline, content_id }) =>
      state === 'claimed' || state === 'waiting' || cleaned
        ? undefined
        : { pk: EXPIRING_UPLOADS, sk: key(deadline, content_id) },
  },
});

/** Whether an aborted upload expires. One that a content item claimed shows why its file was rejected. */
const expires = ({ state: before }: Upload, { state, replacement = false }: Upload): boolean =>
  state === 'aborted' && (replacement || (before !== 'claimed' && before !== 'aborted'));

/**
 * The change from one state of an upload to the next. An aborted upload expires, unless it is that of a content item,
 * which it is deleted with.
 */
export const uploadChange = (before: Upload, after: Upload): Change => {
  const { set } = revisionChange(uploadEntity, before, after);
  if (!expires(before, after)) return { set };
  // Its deadline is when it was aborted.
  return { set: { ...set, [tableDefinition.timeToLiveAttribute]: expiryOf(after.deadline, 'aborted_uploads') } };
};

/** An upload, and the content item's own upload: the same one, unless the first is a replacement. */
export interface FoundUpload {
  readonly upload: Upload | undefined;
  readonly own: Upload | undefined;
}

/**
 * Reads the upload whose file is stored under `sourceKey`; without a key, the content item's own upload. Strongly
 * consistent. Also finds a replacement that becomes the own upload during the read.
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

/** Reads all uploads of a content item: its own and the replacements. Strongly consistent. */
export const readUploads = async (table: Table, contentId: string): Promise<readonly Upload[]> => {
  const { pk: partition } = uploadEntity.key({ content_id: contentId });
  const items = await table.queryAll({ partition, limit: 100, consistent: true });
  return items.map((item) => uploadEntity.parse(item));
};
