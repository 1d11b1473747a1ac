import type { ReactNode } from 'react';
import styles from './message-page.module.css';
import { PageTitle } from './page-title.tsx';

/** A screen with one message and what to do next. */
export const MessagePage = ({ title, text, children }: { readonly title: string; readonly text?: string; readonly children?: ReactNode }) => (
  <main id="main" tabIndex={-1} className={styles['page']}>
    <PageTitle title={title} />
    <h1 className={styles['title']} tabIndex={-1}>
      {title}
    </h1>
    {text && <p className={styles['text']}>{text}</p>}
    <div className={styles['actions']}>{children}</div>
  </main>
);
