import type { ReactNode } from 'react';
import styles from './plot.module.css';

export interface PlotDetailsProps {
  readonly summary: string;
  readonly children: ReactNode;
}

/** The table with the numbers of a plot, shown on demand. */
export const PlotDetails = ({ summary, children }: PlotDetailsProps) => (
  <details className={styles['details']}>
    <summary>{summary}</summary>
    {children}
  </details>
);
