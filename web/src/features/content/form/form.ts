import type {
  ContentStatus,
  ContentType,
  ContentView,
} from '../../../../../lambdas/contract/content/content-shapes.ts';
import type { ContentInput, ContentPatch } from '../../../../../lambdas/contract/content/content.ts';
import { normalChapters, readChapters, writeChapters } from './chapter-list.ts';

/** The values of the content forms. */
export interface ContentFormValues {
  title: string;
  artist: string;
  /** `each`: the type of each file of a batch. */
  contentType: ContentType | 'each';
  /** Empty for none. */
  category_id: string;
  description: string;
  /** Separated by commas. */
  tags: string;
  /** One per line, the start time before the title. */
  chapters: string;
  status: ContentStatus;
  /** Whether the speech of a new piece of music is transcribed. */
  transcribe: boolean;
  is_premium: boolean;
  is_publicly_accessible: boolean;
  /** Empty for a new item, whose creator is set by the upload. */
  creator_id: string;
  /** In the user's local time, in the format of the input; empty for none. */
  publish_at: string;
  unpublish_at: string;
}

/** The initial values of a new item (specification, section 3: upload form). */
export const emptyContent: ContentFormValues = {
  title: '',
  artist: '',
  contentType: 'music',
  category_id: '',
  description: '',
  tags: '',
  chapters: '',
  status: 'draft',
  transcribe: false,
  is_premium: false,
  is_publicly_accessible: true,
  creator_id: '',
  publish_at: '',
  unpublish_at: '',
};

const MAX_TAGS = 30;
const MAX_TAG_LENGTH = 50;

/** Splits on commas, trims, drops empty ones (specification, section 5). */
export const parseTags = (text: string): string[] =>
  text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Whether these tags are within the limits of the contract. */
export const areTagsAccepted = (text: string): boolean => {
  const tags = parseTags(text);
  return tags.length <= MAX_TAGS && tags.every((tag) => tag.length <= MAX_TAG_LENGTH);
};

/** A time in the format of the input: local, to the minute. Empty for none. */
export const localTime = (at: string | null): string => {
  if (at === null) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** The time of an input in the format of the API. */
const timeOf = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());

/** The form values of a content item. */
export const valuesOf = (content: ContentView): ContentFormValues => ({
  title: content.title,
  artist: content.metadata.artist,
  contentType: content.metadata.contentType,
  category_id: content.category_id ?? '',
  description: content.description,
  tags: content.tags.join(', '),
  chapters: writeChapters(content.chapters),
  status: content.status,
  transcribe: false,
  is_premium: content.is_premium,
  is_publicly_accessible: content.is_publicly_accessible,
  creator_id: content.creator_id,
  publish_at: localTime(content.publish_at),
  unpublish_at: localTime(content.unpublish_at),
});

/** The request for a new content item. In a batch, the title and type come from the file. */
export const inputOf = (
  values: ContentFormValues,
  file: { readonly title: string; readonly contentType: ContentType; readonly batchUpload: boolean },
): Omit<ContentInput, 's3Key'> => ({
  title: file.title.trim(),
  artist: values.artist.trim(),
  contentType: values.contentType === 'each' ? file.contentType : values.contentType,
  category_id: values.category_id === '' ? null : values.category_id,
  description: values.description.trim(),
  tags: parseTags(values.tags),
  status: values.status,
  batchUpload: file.batchUpload,
  ...(values.transcribe && values.contentType !== 'video' ? { transcribe: true } : {}),
});

const normal = (values: ContentFormValues): ContentFormValues => ({
  ...values,
  title: values.title.trim(),
  artist: values.artist.trim(),
  description: values.description.trim(),
  tags: parseTags(values.tags).join(', '),
  chapters: normalChapters(values.chapters),
});

/** The category of a content item; undefined if it has none. */
export const categoryOf = ({
  category_id: id,
  categories: category,
}: ContentView): { readonly id: string; readonly name: string } | undefined =>
  id && category ? { id, name: category.name } : undefined;

export type ContentField = keyof ContentFormValues;

/** The fields in which two versions differ, ignoring surrounding whitespace. */
export const differences = (a: ContentFormValues, b: ContentFormValues): ContentField[] => {
  const [left, right] = [normal(a), normal(b)];
  return (Object.keys(left) as ContentField[]).filter((field) => left[field] !== right[field]);
};

/** The patch that turns `base` into `values`; undefined if nothing differs. */
export const patchOf = (base: ContentView, values: ContentFormValues): ContentPatch | undefined => {
  const fields = differences(valuesOf(base), values);
  if (fields.length === 0) return undefined;
  const next = normal(values);
  const all = {
    ...next,
    contentType: next.contentType === 'each' ? undefined : next.contentType,
    category_id: next.category_id === '' ? null : next.category_id,
    tags: parseTags(next.tags),
    chapters: readChapters(next.chapters, null).chapters ?? [],
    publish_at: timeOf(next.publish_at),
    unpublish_at: timeOf(next.unpublish_at),
  };
  const picked = Object.fromEntries(fields.map((field) => [field, all[field]])) as Partial<
    Omit<ContentPatch, 'revision'>
  >;
  return { revision: base.revision, ...picked };
};

/** Applies my changes of `base` to the version that someone else saved. */
export const rebase = (
  base: ContentFormValues,
  mine: ContentFormValues,
  theirs: ContentFormValues,
): ContentFormValues => {
  const changed = Object.fromEntries(
    differences(base, mine).map((field) => [field, mine[field]]),
  ) as Partial<ContentFormValues>;
  return { ...theirs, ...changed };
};
