import { Crown, Film, Music, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ContentCard as Card } from '../../../../lambdas/contract/content/content-shapes.ts';
import { classNames } from '../../lib/class-names.ts';
import { formatCount, formatDuration } from '../../lib/format.ts';
import { Artwork } from '../../ui/identity/artwork.tsx';
import { ProgressLine, type ProgressLineProps } from '../../ui/feedback/progress-line.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import styles from './content-card.module.css';
import { creatorOf } from './rules.ts';
import { catalogTexts } from './texts.ts';

/** The content item of a card. The view count is included only if it is current. */
export type ListedContent = Omit<Card, 'view_count'> & Partial<Pick<Card, 'view_count'>>;

export interface ContentCardProps {
  readonly content: ListedContent;
  /** The playback position and the duration, in seconds. */
  readonly progress?: ProgressLineProps | undefined;
  /** Whether it is in the player. */
  readonly current: boolean;
  readonly onPlay: (content: ListedContent) => void;
  /** More buttons. */
  readonly actions?: ReactNode;
}

/** One content item of the grid. The play button covers the card, so a click anywhere plays it. */
export const ContentCard = ({ content, progress, current, onPlay, actions }: ContentCardProps) => {
  const { title, duration, view_count: views, categories, is_premium: premium, metadata } = content;
  const TypeIcon = metadata.contentType === 'music' ? Music : Film;
  return (
    <article className={classNames(styles['card'], current && styles['current'])}>
      <div className={styles['art']}>
        <Artwork title={title} src={content.thumbnail_url}>
          {progress && <ProgressLine {...progress} />}
        </Artwork>
        {premium && (
          <span className={styles['premium']}>
            <Crown aria-hidden size={12} />
            {catalogTexts.premium}
          </span>
        )}
        <span className={styles['duration']}>
          {progress ? (
            catalogTexts.left(formatDuration(progress.duration - progress.seconds))
          ) : (
            <>
              <VisuallyHidden>{catalogTexts.duration} </VisuallyHidden>
              {formatDuration(duration)}
            </>
          )}
        </span>
      </div>
      <h3 className={styles['title']} title={title}>
        {title}
      </h3>
      <p className={styles['creator']}>{creatorOf(content)}</p>
      <p className={styles['facts']}>
        <TypeIcon aria-hidden size={13} />
        {categories && <span className={styles['category']}>{categories.name}</span>}
        {views !== undefined && (
          <span className={styles['views']}>{catalogTexts.views(formatCount(views), views === 1)}</span>
        )}
      </p>
      <button
        type="button"
        className={styles['play']}
        aria-label={catalogTexts.play(title)}
        onClick={() => onPlay(content)}
      >
        <span className={styles['corner']}>
          <span className={styles['disc']}>
            <Play aria-hidden size={22} fill="currentColor" />
          </span>
        </span>
      </button>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </article>
  );
};

/** The placeholder of a card, with the same boxes. */
export const ContentCardSkeleton = () => (
  <div className={styles['card']} data-testid="card-skeleton">
    <div className={styles['art']}>
      <Skeleton height="100%" />
    </div>
    <div className={styles['title']}>
      <Skeleton width="78%" height="0.95em" />
    </div>
    <div className={styles['creator']}>
      <Skeleton width="52%" height="0.9em" />
    </div>
    <div className={styles['facts']}>
      <Skeleton width="64%" height="0.85em" />
    </div>
  </div>
);
