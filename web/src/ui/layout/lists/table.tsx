import type { ReactNode } from 'react';
import { classNames } from '../../../lib/class-names.ts';
import styles from './table.module.css';
import { VisuallyHidden } from '../visually-hidden.tsx';

/** A column header. */
export interface TableHead {
  readonly label: string;
  readonly className?: string | undefined;
}

export interface TableProps {
  /** Describes the table to screen readers; omit it when a heading right above the table does. */
  readonly caption?: string;
  readonly heads: readonly TableHead[];
  /** Show the column headers less prominently than the rows. */
  readonly quiet?: boolean;
  readonly className?: string | undefined;
  /** The rows. */
  readonly children: ReactNode;
}

/** A table without a frame, with a line between rows. */
export const Table = ({ caption, heads, quiet = false, className, children }: TableProps) => (
  <table className={classNames(styles['table'], quiet && styles['quiet'], className)}>
    {caption !== undefined && (
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
    )}
    <thead>
      <tr>
        {heads.map(({ label, className: column }) => (
          <th key={label} scope="col" className={column}>
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
