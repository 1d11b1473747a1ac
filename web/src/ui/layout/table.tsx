import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './table.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The head of a column. */
export interface TableHead {
  readonly label: string;
  readonly className?: string | undefined;
}

export interface TableProps {
  /** What the table is for those who do not see it; left out where it follows a heading that says so. */
  readonly caption?: string;
  readonly heads: readonly TableHead[];
  /** The heads stand back behind what is below them. */
  readonly quiet?: boolean;
  readonly className?: string | undefined;
  /** Its rows. */
  readonly children: ReactNode;
}

/** A table that stands in text: lines between its rows, no frame. */
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
