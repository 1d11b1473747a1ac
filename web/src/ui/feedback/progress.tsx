import styles from './progress.module.css';

/** A progress bar. `value` is in percent; null while the progress is unknown. */
export const Progress = ({ label, value }: { readonly label: string; readonly value: number | null }) => (
  <progress
    className={styles['bar']}
    aria-label={label}
    max={100}
    {...(value === null ? {} : { value: Math.min(100, Math.max(0, value)) })}
  />
);
