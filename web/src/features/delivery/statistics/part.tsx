import { useId, type ReactNode } from 'react';
import styles from './statistics.module.css';

export interface PartProps {
  readonly title: string;
  /** What it shows, and from how many plays. */
  readonly lead?: string;
  /** Level of the heading. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

/** A part of the statistics under a heading, with a frame unless it is inside of another part. */
export const Part = ({ title, lead, level = 2, children }: PartProps) => {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={styles[level === 2 ? 'part' : 'inner']} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {lead !== undefined && <p className={styles['basis']}>{lead}</p>}
      {children}
    </section>
  );
};
