import { AddButton } from './add-button.tsx';
import styles from './card-actions.module.css';
import { LikeButton } from './like-button.tsx';

/** What a card of a content offers besides playing. */
export const CardActions = ({ contentId, title }: { readonly contentId: string; readonly title: string }) => (
  <span className={styles['actions']}>
    <AddButton contentId={contentId} title={title} size={18} />
    <LikeButton contentId={contentId} title={title} size={18} />
  </span>
);
