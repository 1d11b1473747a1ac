import { Film, Lock, Music } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { formatCount, formatDate, formatDuration, formatMegabytes, formatZonedTime } from '../../lib/format.ts';
import { Artwork } from '../../ui/identity/artwork.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import styles from './content-row.module.css';
import { statusNames, statusTones } from '../../ui/feedback/statuses.ts';
import { reviewTexts } from './review-texts.ts';
import { contentTexts } from './texts.ts';

const texts = contentTexts.row;

export interface ContentRowProps {
  readonly content: ContentView;
  /** The badge of the conversion. */
  readonly conversion: ReactNode;
  /** The badge of the verdict of the analysis. */
  readonly safety?: ReactNode;
  readonly actions: ReactNode;
  /** The checkbox that selects the row for bulk actions. */
  readonly select?: ReactNode;
  /** More about the state of the item, such as a running conversion or a failure. */
  readonly children?: ReactNode;
}

/** One content item of the management list: a row on wide screens, a card on narrow ones. */
export const ContentRow = ({ content, conversion, safety, actions, select, children }: ContentRowProps) => {
  const { metadata, categories, view_count: views } = content;
  const TypeIcon = metadata.contentType === 'video' ? Film : Music;
  const facts = [
    metadata.artist,
    content.duration === null ? undefined : formatDuration(content.duration),
    categories?.name,
    texts.views(formatCount(views), views === 1),
    metadata.fileSize === undefined ? undefined : formatMegabytes(metadata.fileSize),
    formatDate(content.created_at),
    content.publish_at === null ? undefined : texts.publishesAt(formatZonedTime(content.publish_at)),
    content.unpublish_at === null ? undefined : texts.unpublishesAt(formatZonedTime(content.unpublish_at)),
    content.publish_when_ready ? texts.publishesWhenReady : undefined,
  ].filter((fact) => fact !== undefined && fact !== '');
  return (
    <li className={styles['row']}>
      <div className={styles['art']}>
        <Artwork title={content.title} src={content.thumbnail_url} />
        {select}
      </div>
      <div className={styles['about']}>
        <h2 className={styles['title']}>{content.title}</h2>
        <p className={styles['description']}>{content.description || texts.noDescription}</p>
        <ul className={styles['facts']}>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      <div className={styles['badges']}>
        <Badge tone="outline">
          <VisuallyHidden>{`${texts.type} `}</VisuallyHidden>
          <TypeIcon aria-hidden size={12} />
          {contentTexts.types[metadata.contentType]}
        </Badge>
        <Badge tone={statusTones[content.status]}>
          <VisuallyHidden>{`${texts.status} `}</VisuallyHidden>
          {statusNames[content.status]}
        </Badge>
        {content.held_since !== null && <Badge tone="warning">{texts.held}</Badge>}
        {content.waiting_file && <Badge tone="accent">{reviewTexts.file.badge}</Badge>}
        {conversion}
        {safety}
        {content.is_premium && (
          <Badge tone="accent">
            <Lock aria-hidden size={12} />
            {texts.premium}
          </Badge>
        )}
      </div>
      <div className={styles['actions']}>{actions}</div>
      {children && <div className={styles['state']}>{children}</div>}
    </li>
  );
};
