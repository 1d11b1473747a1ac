import { useId } from 'react';
import styles from './brand.module.css';
import { usePlatform } from './use-platform.ts';

/** The platform's logo and name; `compact` shows only the logo on narrow screens. */
export const Brand = ({ compact = false }: { readonly compact?: boolean }) => {
  const gradient = useId();
  const { name } = usePlatform();
  return (
    <span className={styles['brand']}>
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden>
        <defs>
          <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
            <stop offset="0" stopColor="var(--accent)" />
            <stop offset="1" stopColor="var(--accent-2)" />
          </linearGradient>
        </defs>
        <rect width="32" height="32" rx="9" fill={`url(#${gradient})`} />
        <g fill="var(--on-accent)">
          <rect x="7" y="13" width="3.4" height="6" rx="1.7" />
          <rect x="12" y="9" width="3.4" height="14" rx="1.7" />
          <rect x="17" y="6.5" width="3.4" height="19" rx="1.7" />
          <rect x="22" y="11" width="3.4" height="10" rx="1.7" />
        </g>
      </svg>
      <span className={compact ? styles['word'] : undefined}>{name}</span>
    </span>
  );
};
