import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { PageTitle } from '../../ui/layout/page/page-title.tsx';
import styles from './admin-screen.module.css';

export interface AdminScreenProps {
  /** The document title, and the heading unless `heading` is set. */
  readonly title: string;
  readonly heading?: string;
  /** What the screen is for, in one sentence. */
  readonly lead?: string;
  /** Buttons next to the heading. */
  readonly actions?: ReactNode;
  /** `narrow`: for text and forms. */
  readonly width?: 'wide' | 'narrow';
  readonly children?: ReactNode;
}

/** The frame of an admin screen: document title, heading, actions and content. */
export const AdminScreen = ({ title, heading = title, lead, actions, width = 'wide', children }: AdminScreenProps) => (
  <div className={classNames(styles['screen'], width === 'narrow' && styles['narrow'])}>
    <PageTitle title={title} />
    <header className={styles['header']}>
      <div>
        <h1 tabIndex={-1}>{heading}</h1>
        {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
      </div>
      {actions}
    </header>
    {children}
  </div>
);
