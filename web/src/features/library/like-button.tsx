import { Heart } from 'lucide-react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { libraryTexts } from './texts.ts';
import { useLike } from './use-like.ts';

/** The heart of an item: pressed if the user likes it, faint until that is known. */
export const LikeButton = ({
  contentId,
  title,
  size = 20,
}: {
  readonly contentId: string;
  readonly title: string;
  readonly size?: number;
}) => {
  const { liked, toggle } = useLike(contentId);
  return (
    <IconButton label={libraryTexts.like(title)} aria-pressed={liked} data-heart="" onClick={toggle}>
      <Heart aria-hidden size={size} fill={liked ? 'currentColor' : 'none'} opacity={liked === undefined ? 0.4 : 1} />
    </IconButton>
  );
};
