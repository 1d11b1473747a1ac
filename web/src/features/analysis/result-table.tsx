import type { ReactNode } from 'react';
import { Table } from '../../ui/layout/lists/table.tsx';
import styles from './analysis.module.css';

export interface ResultTableProps {
  /** Describes the table to screen readers; omit it when a heading right above the table does. */
  readonly caption?: string;
  readonly heads: readonly string[];
  /** The rows. */
  readonly children: ReactNode;
}

/** A table of results. In a narrow window it scrolls, so that names are not broken into letters. */
export const ResultTable = ({ heads, ...rest }: ResultTableProps) => (
  <div className={styles['scroll']}>
    <Table heads={heads.map((label) => ({ label }))} quiet {...rest} />
  </div>
);
