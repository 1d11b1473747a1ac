import type { ReactNode } from 'react';
import styles from './document.module.css';

/** A text to read: title, lead and sections. */
export const Document = ({ title, lead, children }: { readonly title: string; readonly lead: string; readonly children: ReactNode }) => (
  <article className={styles['document']}>
    <title>{`${title} · Soundstage`}</title>
    <h1 tabIndex={-1}>{title}</h1>
    <p className={styles['lead']}>{lead}</p>
    {children}
  </article>
);
