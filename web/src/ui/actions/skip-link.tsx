import styles from './skip-link.module.css';

/** The first tab stop of a page: skips the navigation. */
export const SkipLink = ({ targetId }: { readonly targetId: string }) => (
  <a
    className={styles['link']}
    href={`#${targetId}`}
    onClick={(event) => {
      // Leave the hash unchanged: screens use it for their own anchors.
      event.preventDefault();
      document.getElementById(targetId)?.focus();
    }}
  >
    Skip to content
  </a>
);
