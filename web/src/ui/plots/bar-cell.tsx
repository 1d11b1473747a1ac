import { classNames } from '../../lib/class-names.ts';
import styles from './plot.module.css';

export interface BarCellProps {
  /** The value that the bar shows. */
  readonly text: string;
  /** Length of the bar, from 0 to 1. */
  readonly share: number;
  /** Leave more of the table to other columns. */
  readonly narrow?: boolean;
}

/** A cell of a table: a value with a bar below it. */
export const BarCell = ({ text, share, narrow = false }: BarCellProps) => (
  <td className={classNames(styles['share'], narrow && styles['narrow'])}>
    <span>{text}</span>
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
      <rect width={share * 100} height={10} />
    </svg>
  </td>
);
