import { ListPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../core/lazy-part.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { libraryTexts } from './texts.ts';

const AddDialog = lazyPart(
  () => import('./add-dialog.tsx'),
  'AddDialog',
  ({ onClose }) => onClose(),
);

export interface AddButtonProps {
  readonly contentId: string;
  readonly title: string;
  /** Plays the item after the current one; undefined while the player is empty. */
  readonly onPlayNext?: (() => void) | undefined;
  /** Size of the icon, in CSS pixels. @default 20 */
  readonly size?: number;
}

/** Opens the dialog that adds an item to playlists or to the queue. */
export const AddButton = ({ contentId, title, onPlayNext, size = 20 }: AddButtonProps) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={libraryTexts.addTo(title)} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListPlus aria-hidden size={size} />
      </IconButton>
      {open && (
        <Suspense>
          <AddDialog contentId={contentId} title={title} onPlayNext={onPlayNext} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
