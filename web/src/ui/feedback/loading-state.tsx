import styles from './loading-state.module.css';

/** Something is on its way and there is nothing to show yet. */
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
