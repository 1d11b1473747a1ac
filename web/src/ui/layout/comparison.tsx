import type { ReactNode } from 'react';
import styles from './comparison.module.css';
import { Table } from './lists/table.tsx';

/** A field and its value in each version. */
export interface ComparedField {
  readonly key: string;
  readonly label: string;
  readonly sides: readonly [ReactNode, ReactNode];
}

export interface ComparisonProps {
  /** Describes the table to screen readers. */
  readonly caption: string;
  /** Column headers: the field and both versions. */
  readonly heads: readonly [string, string, string];
  readonly fields: readonly ComparedField[];
}

/** Shows two versions of a record side by side, field by field. */
export const Comparison = ({ caption, heads, fields }: ComparisonProps) => (
  <Table caption={caption} heads={heads.map((label) => ({ label }))} className={styles['comparison']}>
    {fields.map(({ key, label, sides: [left, right] }) => (
      <tr key={key}>
        <th scope="row">{label}</th>
        <td>{left}</td>
        <td>{right}</td>
      </tr>
    ))}
  </Table>
);
