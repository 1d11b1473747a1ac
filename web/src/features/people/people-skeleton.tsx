import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import styles from './people.module.css';
import { peopleTexts as texts } from './texts.ts';

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholder rows of the size of real ones. */
export const PeopleSkeleton = () => (
  <>
    <VisuallyHidden>
      <p role="status">{texts.loading}</p>
    </VisuallyHidden>
    <ul className={styles['list']} aria-hidden>
      {SKELETON_ROWS.map((name) => (
        <li key={name} className={styles['row']}>
          <Skeleton width="2.75rem" height="2.75rem" round />
          <div className={styles['about']}>
            <Skeleton width="45%" height="1.4375rem" />
            <Skeleton width="65%" height="1.3125rem" />
          </div>
          <div className={styles['facts']}>
            <Skeleton width="4rem" height="1.625rem" />
            <Skeleton width="12rem" height="1.5rem" />
          </div>
          <div className={styles['controls']}>
            <Skeleton width="9rem" height="2.75rem" />
            <Skeleton width="7rem" height="2.625rem" />
          </div>
        </li>
      ))}
    </ul>
  </>
);
