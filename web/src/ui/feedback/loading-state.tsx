import styles from './loading-state.module.css';

/** Shown while the first data loads. */
export const LoadingState = ({ label = 'Loading...' }: { readonly label?: string }) => (
  <div className={styles['state']} role="status">
    <span className={styles['bars']} aria-hidden>
      <i />
      <i />
      <i />
      <i />
    </span>
    <span>{label}</span>
  </div>
);
