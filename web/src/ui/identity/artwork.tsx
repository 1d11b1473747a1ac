import { useState, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './artwork.module.css';

/** FNV-1a over the UTF-16 units: spreads similar titles over the color circle. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value;
};

/**
 * Hues (OKLCH, degrees) that stand well beside each other and beside the brand's coral: from wine over violet to teal,
 * and amber.
 */
const HUES = [8, 28, 52, 192, 222, 252, 276, 298, 322, 344] as const;

const initialOf = (title: string): string => /[\p{L}\p{N}]/u.exec(title)?.[0].toUpperCase() ?? '♪';

export interface ArtworkProps {
  /** Picks colors and letter where there is no picture; the same title always looks the same. */
  readonly title: string;
  readonly src: string | null;
  /** Ratio of the place: 16:9 or square. */
  readonly shape?: 'wide' | 'square';
  /** Stands at once instead of when it scrolls near. */
  readonly eager?: boolean;
  readonly children?: ReactNode;
}

/**
 * A picture beside a title that says the same, so it is decoration; a drawing made of the title where there is none or
 * it fails to load.
 */
export const Artwork = ({ title, src, shape = 'wide', eager = false, children }: ArtworkProps) => {
  const [failed, setFailed] = useState<string | null>(null);
  const seed = hash(title);
  const style = {
    '--hue': HUES[seed % HUES.length],
    '--turn': `${(seed >>> 9) % 360}deg`,
    '--x': `${20 + ((seed >>> 5) % 60)}%`,
    '--y': `${15 + ((seed >>> 14) % 60)}%`,
  } as CSSProperties;
  return (
    <span className={classNames(styles['artwork'], styles[shape])} style={style}>
      {src !== null && src !== failed ? (
        <img
          className={styles['picture']}
          src={src}
          alt=""
          width={320}
          height={180}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setFailed(src)}
        />
      ) : (
        // The letter is drawn by the style sheet: it is no part of the text of what the artwork stands in.
        <span className={styles['drawing']} data-initial={initialOf(title)} aria-hidden />
      )}
      {children}
    </span>
  );
};
