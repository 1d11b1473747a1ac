import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './content-form.module.css';
import { differences, type ContentField, type ContentFormValues } from './form.ts';
import { contentTexts } from './texts.ts';

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
  is_premium: contentTexts.fields.premium,
  is_publicly_accessible: contentTexts.fields.public,
  creator_id: contentTexts.fields.creator,
  publish_at: contentTexts.fields.publishAt,
  unpublish_at: contentTexts.fields.unpublishAt,
};

/** A value as people read it; `nameOf` tells the name of an id of a category or creator. */
const shown = (field: ContentField, value: string | boolean, nameOf: (id: string) => string | undefined): string => {
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (field === 'category_id') return value === '' ? contentTexts.category.none : (nameOf(value) ?? value);
  if (field === 'creator_id') return nameOf(value) ?? value;
  if (field === 'publish_at' || field === 'unpublish_at') return value === '' ? texts.nothing : value.replace('T', ' ');
  return value === '' ? texts.nothing : value;
};

export interface ConflictNoticeProps {
  readonly mine: ContentFormValues;
  readonly theirs: ContentFormValues;
  readonly nameOf: (id: string) => string | undefined;
  readonly onReload: () => void;
  readonly onKeep: () => void;
}

/** The content was changed by somebody else: shows both versions and asks which one goes on. */
export const ConflictNotice = ({ mine, theirs, nameOf, onReload, onKeep }: ConflictNoticeProps) => {
  const fields = differences(mine, theirs);
  return (
    <Notice tone="warning" title={texts.title} alert>
      <div className={styles['conflict']}>
        <p>{texts.text}</p>
        {fields.length > 0 && (
          <table>
            <caption>
              <VisuallyHidden>{texts.table}</VisuallyHidden>
            </caption>
            <thead>
              <tr>
                <th scope="col">{texts.field}</th>
                <th scope="col">{texts.yours}</th>
                <th scope="col">{texts.theirs}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row">{labels[field]}</th>
                  <td>{shown(field, mine[field], nameOf)}</td>
                  <td>{shown(field, theirs[field], nameOf)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className={styles['inline']}>
          <Button variant="secondary" onClick={onReload}>
            {texts.reload}
          </Button>
          <Button variant="secondary" onClick={onKeep}>
            {texts.keep}
          </Button>
        </div>
      </div>
    </Notice>
  );
};
