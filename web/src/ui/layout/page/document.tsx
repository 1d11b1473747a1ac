import type { ReactNode } from 'react';
import styles from './document.module.css';
import { PageTitle } from './page-title.tsx';

/** A text page: title, lead and sections. */
export const Document = ({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}) => (
  <article className={styles['document']}>
    <PageTitle title={title} />
    <h1 tabIndex={-1}>{title}</h1>
    <p className={styles['lead']}>{lead}</p>
    {children}
  </article>
);
