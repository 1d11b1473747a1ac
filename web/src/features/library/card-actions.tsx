import { AddButton, type AddButtonProps } from './add-button.tsx';
import styles from './card-actions.module.css';
import { LikeButton } from './like-button.tsx';

/** The actions on a card, besides playing. */
export const CardActions = ({
  contentId,
  title,
  onPlayNext,
}: Pick<AddButtonProps, 'contentId' | 'title' | 'onPlayNext'>) => (
  <span className={styles['actions']}>
    <AddButton contentId={contentId} title={title} onPlayNext={onPlayNext} size={18} />
    <LikeButton contentId={contentId} title={title} size={18} />
  </span>
);
