import type { ReactNode } from 'react';
import styles from './message-page.module.css';
import { PageTitle } from './page-title.tsx';

export interface MessagePageProps {
  readonly title: string;
  readonly text?: string;
  /** Render inside the `main` element of a layout. @default false */
  readonly framed?: boolean;
  readonly children?: ReactNode;
}

/** A screen with one message and the next steps. */
export const MessagePage = ({ title, text, framed = false, children }: MessagePageProps) => {
  const Frame = framed ? 'div' : 'main';
  return (
    <Frame {...(framed ? {} : { id: 'main', tabIndex: -1 })} className={styles['page']}>
      <PageTitle title={title} />
      <h1 className={styles['title']} tabIndex={-1}>
        {title}
      </h1>
      {text && <p className={styles['text']}>{text}</p>}
      <div className={styles['actions']}>{children}</div>
    </Frame>
  );
};
