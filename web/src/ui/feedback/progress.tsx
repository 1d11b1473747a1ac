import styles from './progress.module.css';

/** How far something is. `value` in percent; null while nothing is known. */
export const Progress = ({ label, value }: { readonly label: string; readonly value: number | null }) => (
  <progress
    className={styles['bar']}
    aria-label={label}
    max={100}
    {...(value === null ? {} : { value: Math.min(100, Math.max(0, value)) })}
  />
);
