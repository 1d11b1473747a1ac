import { attemptId, type Attempt } from '../../domain/conversion/attempt.ts';
import type { ConversionFacts } from '../../domain/conversion/facts.ts';
import { projectAttempt } from '../../domain/conversion/project.ts';
import { typeEditOf } from '../../domain/conversion/type-of-replacement.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import { convertedFileAct, sourceFields, whileFileWaits } from '../../domain/uploads/waiting-file.ts';
import { auditWrite } from '../admin/audit-entity.ts';
import { contentEntity } from '../content/content-entity.ts';
import { atRev, isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { readUpload, uploadEntity } from './upload-entity.ts';
import { updateUpload } from './upload-writes.ts';

/**
 * What a conversion reads and updates: an upload, and the content item that shows its conversion facts. Until a content
 * item claims the upload, the facts are stored on the upload; from then on, on the content item.
 */
export interface ConversionRecord {
  /** The upload whose file is converted. */
  readonly upload: Upload;
  /** Present when the upload was claimed or is a replacement, and the content item is not deleted. */
  readonly content: Content | undefined;
  /** The content item's own upload, when `upload` is a replacement for it. */
  readonly own?: Upload | undefined;
}

const readContent = async (table: Table, id: string): Promise<Content | undefined> => {
  const item = await table.get(contentEntity.key({ id }), { consistent: true });
  const content = item && contentEntity.parse(item);
  return content?.deleted_at === undefined ? content : undefined;
};

/** Reads the record of the file under `sourceKey`; without a key, of the content item's own file. */
export const readRecord = async (
  table: Table,
  contentId: string,
  sourceKey?: string,
): Promise<ConversionRecord | undefined> => {
  const { upload, own } = await readUpload(table, contentId, sourceKey);
  if (!upload || upload.state === 'replaced') return undefined;
  if (upload.replacement) return { upload, own, content: await readContent(table, contentId) };
  const isClaimed = upload.state === 'claimed' || upload.rejection !== undefined;
  return { upload, content: isClaimed ? await readContent(table, contentId) : undefined };
};

/** The conversion facts of a record. */
export const factsOf = ({ upload, content }: ConversionRecord): ConversionFacts => content ?? upload;

/** The facts that decide whether an event about a record's file is new. */
export const arrivalFactsOf = (record: ConversionRecord): ConversionFacts => {
  const { source_version_id, replacement } = record.upload;
  return replacement ? { current_attempt: factsOf(record).current_attempt, source_version_id } : factsOf(record);
};

/** Whether a replacement in this state can still become the file of its content item. */
const isUnderway = (state: Upload['state']): boolean =>
  state === 'open' || state === 'completed' || state === 'waiting';

/** Whether the record still accepts updates: its upload is not aborted and its content item not deleted. */
export const isAlive = ({ upload, content }: ConversionRecord): boolean => {
  const { state, replacement } = upload;
  if (replacement) return content !== undefined && isUnderway(state);
  return state === 'claimed' ? content !== undefined : state !== 'aborted';
};

/**
 * Condition: the content item exists, its current attempt is the given one and, if `revision` is given, no one edited
 * it since it was read.
 */
const isUnchanged = (current: string | null | undefined, revision?: number): Expression => {
  const checksRevision = revision === undefined ? '' : ' AND #revision = :revision';
  return {
    expression: `attribute_exists(#pk) AND attribute_not_exists(#deleted) AND #current = :current${checksRevision}`,
    names: {
      '#pk': 'pk',
      '#deleted': 'deleted_at',
      '#current': 'current_attempt',
      ...(revision === undefined ? {} : { '#revision': 'revision' }),
    },
    values: { ':current': current ?? null, ...(revision === undefined ? {} : { ':revision': revision }) },
  };
};

/** The version of a replacement's file is stored on its own upload. */
const withoutSource = <T extends ConversionFacts>(facts: T): Omit<T, 'source_version_id'> => {
  const { source_version_id: _version, ...rest } = facts;
  return rest;
};

/** While an older version is playable, its duration and type are shown until the new one succeeds. */
const withoutPreview = (facts: ConversionFacts): ConversionFacts => {
  const { duration: _duration, has_video: _video, ...rest } = facts;
  return rest;
};

/**
 * Writes that make a replacement the content item's own upload. The previous upload keeps its quota until the sweeper
 * has removed its file.
 */
export const swapUploads = (table: Table, upload: Upload, own: Upload | undefined, now: string): readonly Write[] => [
  table.write.put(
    uploadEntity.toItem({ ...upload, replacement: undefined, state: 'claimed', rev: upload.rev + 1 }),
    own ? atRev(own.rev) : isNew,
  ),
  table.write.delete(uploadEntity.key(upload), atRev(upload.rev)),
  ...(own && !own.cleaned
    ? [
        table.write.put(
          uploadEntity.toItem({
            ...own,
            replacement: true,
            state: own.state === 'aborted' ? 'aborted' : 'replaced',
            deadline: now,
            rev: own.rev + 1,
          }),
          isNew,
        ),
      ]
    : []),
];

/** When a successful attempt ended. */
const successTime = ({ finished_at: at, claimed_at: claimed }: Attempt): string => at ?? claimed;

/** An update of a conversion record. */
export interface RecordUpdate {
  readonly facts: ConversionFacts;
  /** Changes of the content item in the same write. */
  readonly edit?: Partial<Content> | undefined;
  /** The attempt, if its conversion succeeded. */
  readonly succeeded?: Attempt | undefined;
  /** Whether a successful replacement waits until staff accept it. @default false */
  readonly waits?: boolean | undefined;
  /** The time, ISO 8601. @default when the conversion ended */
  readonly now?: string | undefined;
}

/** The write that updates a content item. It includes index keys if the change moves the item in a list. */
const updateContent = (
  table: Table,
  content: Content,
  set: Partial<Content>,
  edit: Partial<Content> | undefined,
): Write => {
  const moves =
    edit !== undefined || (set.conversion_status !== undefined && set.conversion_status !== content.conversion_status);
  const index = moves ? contentEntity.indexAttributes({ ...content, ...set }) : {};
  return table.write.update(
    contentEntity.key(content),
    { set: { ...set, ...index } },
    isUnchanged(content.current_attempt, moves ? content.revision : undefined),
  );
};

type ReplacementRecord = ConversionRecord & { readonly content: Content };

/** Writes for a replacement that is converted: it takes the place of the current file, or waits for review. */
const endReplacement = (
  table: Table,
  { upload, own, content }: ReplacementRecord,
  attempt: Attempt,
  { facts, edit, waits = false, now = successTime(attempt) }: RecordUpdate,
): readonly Write[] => {
  const act = convertedFileAct(content, upload, attempt, waits);
  if (waits) {
    const waiting = whileFileWaits(content, upload, facts, now);
    return [
      updateContent(table, content, { ...waiting.progress, ...waiting.edit }, waiting.edit),
      updateUpload(table, upload, { ...upload, state: 'waiting' }),
      ...(upload.state === 'waiting' ? [] : [auditWrite(table, act, now)]),
    ];
  }
  const swap = {
    ...typeEditOf(content, facts.has_video, now),
    ...edit,
    // A replacement is one file.
    batch_upload: false,
    updated_at: now,
    revision: content.revision + 1,
  };
  return [
    updateContent(table, content, { ...facts, ...sourceFields(upload), ...swap } as Partial<Content>, swap),
    ...swapUploads(table, upload, own, now),
    auditWrite(table, act, now),
  ];
};

/** The edit of a content item whose waiting file is withdrawn, because a newer one is converted; undefined for none. */
const withdrawal = ({ upload, content }: ReplacementRecord, now: string | undefined): Partial<Content> | undefined =>
  content.waiting_file === undefined || content.waiting_file.source_key === upload.key || now === undefined
    ? undefined
    : { waiting_file: undefined, updated_at: now, revision: content.revision + 1 };

/** Writes for a replacement. Until it succeeds, the facts of its own file stay on its upload. */
const replacementWrites = (
  table: Table,
  record: ReplacementRecord,
  shown: ConversionFacts,
  update: RecordUpdate,
): readonly Write[] => {
  const { facts, succeeded } = update;
  if (succeeded) return endReplacement(table, record, succeeded, update);
  const { upload, content } = record;
  const edit = update.edit ?? withdrawal(record, facts.conversion_started_at ?? undefined);
  const contentWrite = updateContent(table, content, withoutSource({ ...shown, ...edit }) as Partial<Content>, edit);
  const { source_version_id = upload.source_version_id, current_attempt } = facts;
  if (current_attempt === upload.current_attempt) return [contentWrite];
  return [contentWrite, updateUpload(table, upload, { ...upload, source_version_id, current_attempt })];
};

/**
 * The writes that update a record. They fail when it changed since it was read. The write of the item that users see
 * comes first.
 */
export const recordWrites = (table: Table, record: ConversionRecord, update: RecordUpdate): readonly Write[] => {
  const { upload, content } = record;
  const { facts, edit, succeeded } = update;
  if (!content) return [updateUpload(table, upload, { ...upload, ...facts })];
  const shown = content.media_version !== null && !succeeded ? withoutPreview(facts) : facts;
  return upload.replacement
    ? replacementWrites(table, { ...record, content }, shown, update)
    : [updateContent(table, content, { ...shown, ...edit } as Partial<Content>, edit)];
};

/**
 * The writes that show a failure on the content item whose current attempt has lost its upload. Undefined when the
 * content item is deleted or shows another attempt.
 */
export const failureWithoutUpload = async (
  table: Table,
  attempt: Attempt,
  editOf: ((content: Content) => Partial<Content> | undefined) | undefined,
): Promise<readonly Write[] | undefined> => {
  const content = await readContent(table, attempt.content_id);
  if (content?.current_attempt !== attemptId(attempt)) return undefined;
  const facts = withoutSource(projectAttempt(attempt));
  const shown = content.media_version === null ? facts : withoutPreview(facts);
  const edit = editOf?.(content);
  return [updateContent(table, content, { ...shown, ...edit } as Partial<Content>, edit)];
};

/**
 * The write that releases a replacement because another file is converted after it. Undefined for the content item's
 * own upload and for one that is already released.
 */
export const releaseReplacement = (table: Table, upload: Upload | undefined, now: string): Write | undefined =>
  upload?.replacement && isUnderway(upload.state)
    ? updateUpload(table, upload, { ...upload, state: 'replaced', deadline: now })
    : undefined;
