import { useState, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import styles from './artwork.module.css';

/** FNV-1a hash of the UTF-16 code units: gives similar titles different colors. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value;
};

/**
 * Hues (OKLCH, degrees) that look good next to each other and next to the brand's coral: from wine through violet to
 * teal, and amber.
 */
const HUES = [8, 28, 52, 192, 222, 252, 276, 298, 322, 344] as const;

const initialOf = (title: string): string => /[\p{L}\p{N}]/u.exec(title)?.[0].toUpperCase() ?? '♪';

export interface ArtworkProps {
  /** Determines the colors and the letter of the placeholder; the same title always looks the same. */
  readonly title: string;
  readonly src: string | null;
  /** Aspect ratio: 16:9 or square. */
  readonly shape?: 'wide' | 'square';
  /** Load the picture immediately instead of when it scrolls near. */
  readonly eager?: boolean;
  readonly children?: ReactNode;
}

/**
 * The picture of a title, or a placeholder derived from the title when there is no picture or it fails to load. It is
 * decorative: the title is always next to it.
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
        // The style sheet draws the letter, so that it is not part of the text content.
        <span className={styles['drawing']} data-initial={initialOf(title)} aria-hidden />
      )}
      {children}
    </span>
  );
};
