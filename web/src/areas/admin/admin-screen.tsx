import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import styles from './admin-screen.module.css';

export interface AdminScreenProps {
  /** Of the window, and the heading unless that says more. */
  readonly title: string;
  readonly heading?: string;
  /** What the screen is for, in a sentence. */
  readonly lead?: string;
  /** What can be done on it, beside the heading. */
  readonly actions?: ReactNode;
  /** `narrow`: for what is read and written line by line. */
  readonly width?: 'wide' | 'narrow';
  readonly children?: ReactNode;
}

/** The frame of one screen of the administration: the window's title, the heading, and the room below. */
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
