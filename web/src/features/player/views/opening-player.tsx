import { X } from 'lucide-react';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import type { PlayableItem } from '../core/rules.ts';
import { openingTexts } from '../core/opening-texts.ts';
import styles from './opening-player.module.css';

export interface OpeningPlayerProps {
  readonly item: PlayableItem;
  readonly onCancel: () => void;
}

/** The answer to a press on Play while the player's code is still loading. In place of the mini player. */
export const OpeningPlayer = ({ item, onCancel }: OpeningPlayerProps) => (
  <section className={styles['bar']} aria-label={openingTexts.opening}>
    <span className={styles['thumb']}>{item.thumbnail_url && <img src={item.thumbnail_url} alt="" />}</span>
    <p className={styles['names']}>
      <span className={styles['title']}>{item.title}</span>
      <span className={styles['state']}>{openingTexts.opening}</span>
    </p>
    <span className={styles['spinner']} aria-hidden />
    <IconButton label={openingTexts.cancel} onClick={onCancel}>
      <X aria-hidden size={20} />
    </IconButton>
  </section>
);
