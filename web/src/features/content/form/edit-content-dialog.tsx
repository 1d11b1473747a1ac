import type { ReactNode } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { EditContentForm } from './edit-content-form.tsx';
import { contentTexts } from '../texts.ts';

const texts = contentTexts.edit;

export interface EditContentDialogProps {
  readonly content: ContentView | null;
  /** The sections about the files of the item. */
  readonly file?: ReactNode;
  readonly onClose: () => void;
}

/** The Edit Content dialog, open while there is an item to edit. */
export const EditContentDialog = ({ content, file, onClose }: EditContentDialogProps) => (
  <Dialog
    open={content !== null}
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
    title={texts.title}
    description={content ? texts.description(content.title) : ''}
    size="large"
  >
    {content && <EditContentForm key={content.id} content={content} file={file} onDone={onClose} />}
  </Dialog>
);
