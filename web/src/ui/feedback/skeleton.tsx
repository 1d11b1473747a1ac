import styles from './skeleton.module.css';

/**
 * A place that content will take: give it the content's size. Hide it from screen readers through `aria-busy` on the
 * list.
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
