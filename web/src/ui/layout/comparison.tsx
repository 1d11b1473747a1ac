import type { ReactNode } from 'react';
import styles from './comparison.module.css';
import { Table } from './table.tsx';

/** A field with what it is on either side. */
export interface ComparedField {
  readonly key: string;
  readonly label: string;
  readonly sides: readonly [ReactNode, ReactNode];
}

export interface ComparisonProps {
  /** What the table is for those who do not see it. */
  readonly caption: string;
  /** Heads of the field and of both sides. */
  readonly heads: readonly [string, string, string];
  readonly fields: readonly ComparedField[];
}

/** Two versions of the same thing beside each other, field by field. */
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
