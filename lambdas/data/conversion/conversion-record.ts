import { extensionOf } from '../../contract/media/media-formats.ts';
import type { Attempt } from '../../domain/conversion/attempt.ts';
import type { ConversionFacts } from '../../domain/conversion/facts.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import { contentEntity } from '../content/content-entity.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/writes.ts';
import { uploadChange, uploadEntity } from './upload-repository.ts';
import { atRev } from '../table/expressions.ts';

/**
 * Where the facts of a conversion stand: on the upload, and from the moment that a content claims it, on the content.
 */
export interface ConversionRecord {
  /** The upload whose file is converted. */
  readonly upload: Upload;
  /**
   * Present when the upload was claimed (its file may have been refused since) or is to replace another, and its
   * content is not deleted.
   */
  readonly content: Content | undefined;
  /** The content's own upload, where `upload` stands beside it and is to take its place. */
  readonly own?: Upload | undefined;
}

/** The facts as they stand at a home. */
export const factsOf = ({ upload, content }: ConversionRecord): ConversionFacts => content ?? upload;

/**
 * Facts of a file itself. While it is to replace another, they stand on its own upload, and those of the other on the
 * content.
 */
type SourceFacts = Pick<ConversionFacts, 'source_version_id' | 'source_sequencer'>;

/** The facts by which the arrival of a home's file is judged. */
export const arrivalFactsOf = (home: ConversionRecord): ConversionFacts => {
  const { source_version_id, source_sequencer, replacement } = home.upload;
  return replacement
    ? { current_attempt: factsOf(home).current_attempt, source_version_id, source_sequencer }
    : factsOf(home);
};

/** Whether a home still takes facts: its upload is wanted, and its content, once claimed, is not deleted. */
export const isAlive = ({ upload, content }: ConversionRecord): boolean => {
  const { state, replacement } = upload;
  if (replacement) return content !== undefined && (state === 'open' || state === 'completed');
  return state === 'claimed' ? content !== undefined : state !== 'aborted';
};

/**
 * Condition on a content: it is there, this attempt (or none yet) is current, and nobody edited it since, if `revision`
 * is given.
 */
const contentHolds = (current: string | null | undefined, revision?: number): Expression => ({
  expression: `attribute_exists(#pk) AND attribute_not_exists(#deleted) AND #current = :current${revision === undefined ? '' : ' AND #revision = :revision'}`,
  names: {
    '#pk': 'pk',
    '#deleted': 'deleted_at',
    '#current': 'current_attempt',
    ...(revision === undefined ? {} : { '#revision': 'revision' }),
  },
  values: { ':current': current ?? null, ...(revision === undefined ? {} : { ':revision': revision }) },
});

const withoutSource = <T extends SourceFacts>(facts: T): Omit<T, keyof SourceFacts> => {
  const { source_version_id: _version, source_sequencer: _sequencer, ...rest } = facts;
  return rest;
};

/** While something plays, only a success changes what is said of it. */
const withoutPreview = (facts: ConversionFacts): ConversionFacts => {
  const { duration: _duration, has_video: _video, ...rest } = facts;
  return rest;
};

/** What a content says of its file. */
const fileFacts = ({
  key,
  file_name: fileName,
  file_size: size,
  source_sequencer: sequencer,
}: Upload): Partial<Content> => ({
  source_key: key,
  original_file_name: fileName,
  original_format: extensionOf(fileName),
  file_size: size,
  source_sequencer: sequencer,
});

/**
 * Writes that put an upload in the place of the content's own. What was there holds its storage until the sweeper has
 * removed its file.
 */
const replaceUpload = (table: Table, upload: Upload, own: Upload | undefined, now: string): readonly Write[] => [
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

/** What is shown at a home. */
export interface Shown {
  readonly facts: ConversionFacts;
  /** Attributes of the content that go with them, index keys included. */
  readonly edit?: Partial<Content> | undefined;
  /** Set when the conversion of the home's file ended well: when that was. */
  readonly completed?: string | undefined;
}

/**
 * The writes that show facts at a home. They hold only while it is as it was read. The one of what people see comes
 * first.
 */
export const recordWrites = (
  table: Table,
  { upload, content, own }: ConversionRecord,
  { facts, edit, completed }: Shown,
): readonly Write[] => {
  if (!content)
    return [
      table.write.update(uploadEntity.key(upload), uploadChange(upload, { ...upload, ...facts }), atRev(upload.rev)),
    ];
  const shown = content.media_version !== null && completed === undefined ? withoutPreview(facts) : facts;
  const show = (set: Partial<Content>): Write => {
    // The lists by state hold keys that an edit changes too.
    const moves =
      edit !== undefined ||
      (set.conversion_status !== undefined && set.conversion_status !== content.conversion_status);
    const index = moves ? contentEntity.indexAttributes({ ...content, ...set }) : {};
    return table.write.update(
      contentEntity.key(content),
      { set: { ...set, ...index } },
      contentHolds(content.current_attempt, moves ? content.revision : undefined),
    );
  };
  if (!upload.replacement) return [show({ ...shown, ...edit } as Partial<Content>)];
  if (completed !== undefined)
    return [
      show({ ...shown, ...edit, ...fileFacts(upload) } as Partial<Content>),
      ...replaceUpload(table, upload, own, completed),
    ];
  const {
    source_version_id = upload.source_version_id,
    source_sequencer = upload.source_sequencer,
    current_attempt,
  } = facts;
  const seen = show(withoutSource({ ...shown, ...edit }) as Partial<Content>);
  if (current_attempt === upload.current_attempt) return [seen];
  const noted: Upload = { ...upload, source_version_id, source_sequencer, current_attempt };
  return [seen, table.write.update(uploadEntity.key(upload), uploadChange(upload, noted), atRev(upload.rev))];
};

/**
 * The write that gives up the upload of an attempt's file where another file is converted after it; undefined when it
 * is a content's own, or gone.
 */
export const releaseReplacement = (table: Table, upload: Upload | undefined, now: string): Write | undefined =>
  upload?.replacement && (upload.state === 'open' || upload.state === 'completed')
    ? table.write.update(
        uploadEntity.key(upload),
        uploadChange(upload, { ...upload, state: 'replaced', deadline: now }),
        atRev(upload.rev),
      )
    : undefined;

/** When an attempt succeeded; undefined for one that did not. */
export const completionOf = ({ state, finished_at: at, claimed_at: claimed }: Attempt): string | undefined =>
  state === 'completed' ? (at ?? claimed) : undefined;
