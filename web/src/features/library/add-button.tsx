import { ListPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { libraryTexts } from './texts.ts';

const AddDialog = lazy(async () => ({ default: (await import('./add-dialog.tsx')).AddDialog }));

/** Opens the choice of playlists for a content. */
export const AddButton = ({ contentId, title, size = 20 }: { readonly contentId: string; readonly title: string; readonly size?: number }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={libraryTexts.addTo(title)} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <ListPlus aria-hidden size={size} />
      </IconButton>
      {open && (
        <Suspense>
          <AddDialog contentId={contentId} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
