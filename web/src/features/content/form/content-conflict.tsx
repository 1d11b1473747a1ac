import { ConflictNotice, type ConflictNoticeProps } from '../../../ui/feedback/conflict-notice.tsx';
import { differences, type ContentField, type ContentFormValues } from './form.ts';
import { contentTexts } from '../texts.ts';

const texts = contentTexts.conflict;

const labels: Readonly<Record<ContentField, string>> = {
  title: contentTexts.fields.title,
  artist: contentTexts.fields.artist,
  contentType: contentTexts.fields.contentType,
  category_id: contentTexts.fields.category,
  description: contentTexts.fields.description,
  tags: contentTexts.fields.tags,
  chapters: contentTexts.fields.chapters,
  status: contentTexts.fields.status,
  transcribe: contentTexts.fields.transcribe,
  is_premium: contentTexts.fields.premium,
  is_publicly_accessible: contentTexts.fields.public,
  creator_id: contentTexts.fields.creator,
  publish_at: contentTexts.fields.publishAt,
  unpublish_at: contentTexts.fields.unpublishAt,
};

/** The display text of a value. `nameOf` returns the name of a category or creator by its ID. */
const shown = (field: ContentField, value: string | boolean, nameOf: (id: string) => string | undefined): string => {
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (field === 'status') return contentTexts.statuses[value as ContentFormValues['status']];
  if (field === 'contentType') return contentTexts.types[value as ContentFormValues['contentType']];
  if (field === 'category_id') return value === '' ? contentTexts.category.none : (nameOf(value) ?? value);
  if (field === 'creator_id') return nameOf(value) ?? value;
  if (field === 'publish_at' || field === 'unpublish_at') return value === '' ? texts.nothing : value.replace('T', ' ');
  return value === '' ? texts.nothing : value;
};

export interface ContentConflictProps extends Pick<ConflictNoticeProps, 'onReload' | 'onKeep'> {
  readonly mine: ContentFormValues;
  readonly theirs: ContentFormValues;
  readonly nameOf: (id: string) => string | undefined;
}

/** Someone else changed the item: shows both versions and asks which one to keep. */
export const ContentConflict = ({ mine, theirs, nameOf, ...choices }: ContentConflictProps) => {
  const fields = differences(mine, theirs).map((field) => ({
    key: field,
    label: labels[field],
    sides: [shown(field, mine[field], nameOf), shown(field, theirs[field], nameOf)] as const,
  }));
  return <ConflictNotice {...choices} texts={texts} text={texts.text} fields={fields} />;
};
