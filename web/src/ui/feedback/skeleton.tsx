import styles from './skeleton.module.css';

/**
 * A placeholder for content that is loading: give it the size of that content. Set `aria-busy` on the list around it.
 */
export const Skeleton = ({
  width = '100%',
  height,
  round = false,
}: {
  readonly width?: string;
  readonly height: string;
  readonly round?: boolean;
}) => (
  <span
    aria-hidden
    className={styles['skeleton']}
    style={{ width, height, borderRadius: round ? 'var(--radius-round)' : undefined }}
  />
);
