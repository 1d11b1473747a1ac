import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './badge.module.css';

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'outline';

/** A short status label. */
export const Badge = ({ tone = 'neutral', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) => (
  <span className={classNames(styles['badge'], styles[tone])}>{children}</span>
);
