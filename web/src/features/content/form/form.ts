import type {
  ContentStatus,
  ContentType,
  ContentView,
} from '../../../../../lambdas/contract/content/content-shapes.ts';
import type { ContentInput, ContentPatch } from '../../../../../lambdas/contract/content/content.ts';
import { normalChapters, readChapters, writeChapters } from './chapter-list.ts';

/** What the forms hold. */
export interface ContentFormValues {
  title: string;
  artist: string;
  /** `each`: what each file of a batch is by itself. */
  contentType: ContentType | 'each';
  /** Empty for none. */
  category_id: string;
  description: string;
  /** Separated by commas. */
  tags: string;
  /** One on each line, its time before its title. */
  chapters: string;
  status: ContentStatus;
  is_premium: boolean;
  is_publicly_accessible: boolean;
  /** Empty for a new content, whose creator the upload decides. */
  creator_id: string;
  /** In the local time of whoever writes, as the control has it; empty for none. */
  publish_at: string;
  unpublish_at: string;
}

/** What a new content starts from (specification, section 3: upload form). */
export const emptyContent: ContentFormValues = {
  title: '',
  artist: '',
  contentType: 'music',
  category_id: '',
  description: '',
  tags: '',
  chapters: '',
  status: 'draft',
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

/** Whether the server takes these tags. */
export const areTagsAccepted = (text: string): boolean => {
  const tags = parseTags(text);
  return tags.length <= MAX_TAGS && tags.every((tag) => tag.length <= MAX_TAG_LENGTH);
};

/** A time as the control has it: local, to the minute. Empty for none. */
export const localTime = (at: string | null): string => {
  if (at === null) return '';
  const date = new Date(at);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

/** The time that the control has, for the server. */
const timeOf = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());

/** A content as the form shows it. */
export const valuesOf = (content: ContentView): ContentFormValues => ({
  title: content.title,
  artist: content.metadata.artist,
  contentType: content.metadata.contentType,
  category_id: content.category_id ?? '',
  description: content.description,
  tags: content.tags.join(', '),
  chapters: writeChapters(content.chapters),
  status: content.status,
  is_premium: content.is_premium,
  is_publicly_accessible: content.is_publicly_accessible,
  creator_id: content.creator_id,
  publish_at: localTime(content.publish_at),
  unpublish_at: localTime(content.unpublish_at),
});

/** A new content from the form; title and kind are those of the file in a batch. */
export const inputOf = (
  values: ContentFormValues,
  file: { readonly title: string; readonly contentType: ContentType },
): Omit<ContentInput, 's3Key'> => ({
  title: file.title.trim(),
  artist: values.artist.trim(),
  contentType: values.contentType === 'each' ? file.contentType : values.contentType,
  category_id: values.category_id === '' ? null : values.category_id,
  description: values.description.trim(),
  tags: parseTags(values.tags),
  status: values.status,
});

const normal = (values: ContentFormValues): ContentFormValues => ({
  ...values,
  title: values.title.trim(),
  artist: values.artist.trim(),
  description: values.description.trim(),
  tags: parseTags(values.tags).join(', '),
  chapters: normalChapters(values.chapters),
});

export type ContentField = keyof ContentFormValues;

/** Fields in which two versions differ, whatever blanks surround them. */
export const differences = (a: ContentFormValues, b: ContentFormValues): ContentField[] => {
  const [left, right] = [normal(a), normal(b)];
  return (Object.keys(left) as ContentField[]).filter((field) => left[field] !== right[field]);
};

/** The edit that makes `values` of `base`; undefined when nothing differs. */
export const patchOf = (base: ContentView, values: ContentFormValues): ContentPatch | undefined => {
  const fields = differences(valuesOf(base), values);
  if (fields.length === 0) return undefined;
  const wanted = normal(values);
  const all = {
    ...wanted,
    contentType: wanted.contentType === 'each' ? undefined : wanted.contentType,
    category_id: wanted.category_id === '' ? null : wanted.category_id,
    tags: parseTags(wanted.tags),
    chapters: readChapters(wanted.chapters, null).chapters ?? [],
    publish_at: timeOf(wanted.publish_at),
    unpublish_at: timeOf(wanted.unpublish_at),
  };
  const picked = Object.fromEntries(fields.map((field) => [field, all[field]])) as Partial<
    Omit<ContentPatch, 'revision'>
  >;
  return { revision: base.revision, ...picked };
};

/** My changes of `base` put on top of what somebody else made of it. */
export const rebase = (
  base: ContentFormValues,
  mine: ContentFormValues,
  theirs: ContentFormValues,
): ContentFormValues => {
  const kept = Object.fromEntries(
    differences(base, mine).map((field) => [field, mine[field]]),
  ) as Partial<ContentFormValues>;
  return { ...theirs, ...kept };
};
