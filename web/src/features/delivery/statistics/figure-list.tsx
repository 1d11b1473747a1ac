import styles from './statistics.module.css';

/** A number with what it comes from, and what it means. */
export interface Figure {
  readonly name: string;
  readonly value: string;
  /** How many plays it comes from, or its period. */
  readonly basis: string;
  readonly definition?: string;
}

/** Numbers as cards. */
export const FigureList = ({ label, figures }: { readonly label: string; readonly figures: readonly Figure[] }) => (
  <ul className={styles['figures']} aria-label={label}>
    {figures.map(({ name, value, basis, definition }) => (
      <li key={name}>
        <span className={styles['name']}>{name}</span>
        <strong>{value}</strong>
        <span>{basis}</span>
        {definition !== undefined && <span className={styles['definition']}>{definition}</span>}
      </li>
    ))}
  </ul>
);
