import styles from './skip-link.module.css';

/** The first thing that Tab reaches: jumps over the navigation. */
export const SkipLink = ({ targetId }: { readonly targetId: string }) => (
  <a
    className={styles['link']}
    href={`#${targetId}`}
    onClick={(event) => {
      // The address keeps its hash, which screens use for their own anchors.
      event.preventDefault();
      document.getElementById(targetId)?.focus();
    }}
  >
    Skip to content
  </a>
);
