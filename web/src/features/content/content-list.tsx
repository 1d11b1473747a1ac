import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import rows from './content-row.module.css';
import styles from './content-list.module.css';
import { contentTexts } from './texts.ts';

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Placeholder rows of the size of real ones. */
export const ContentSkeleton = () => (
  <>
    <p role="status" className={styles['status']}>
      {contentTexts.loading}
    </p>
    <ul className={styles['list']} aria-hidden>
      {SKELETON_ROWS.map((name) => (
        <li key={name} className={rows['row']}>
          <div className={rows['art']}>
            <Skeleton height="4.5rem" />
          </div>
          <div className={rows['about']}>
            <Skeleton width="55%" height="1.4375rem" />
            <Skeleton width="80%" height="1.3125rem" />
            <Skeleton width="40%" height="1.1875rem" />
          </div>
          <div className={rows['badges']}>
            <Skeleton width="8rem" height="1.5rem" round />
          </div>
          <div className={rows['actions']}>
            <Skeleton width="7.875rem" height="2.625rem" round />
          </div>
        </li>
      ))}
    </ul>
  </>
);

/** The list around the rows. */
export const ContentList = ({ children }: { readonly children: ReactNode }) => (
  <ul className={styles['list']} aria-label={contentTexts.list}>
    {children}
  </ul>
);
