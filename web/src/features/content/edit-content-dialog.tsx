import type { ReactNode } from 'react';
import type { ContentView } from '../../../../lambdas/contract/content-shapes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EditContentForm } from './edit-content-form.tsx';
import { contentTexts } from './texts.ts';

export interface EditContentDialogProps {
  readonly content: ContentView | null;
  /** What there is to say and do about the file of the content. */
  readonly file?: ReactNode;
  readonly onClose: () => void;
}

/** The Edit Content dialog; open while there is a content to edit. */
export const EditContentDialog = ({ content, file, onClose }: EditContentDialogProps) => (
  <Dialog
    open={content !== null}
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
    title={contentTexts.edit.title}
    description={content ? contentTexts.edit.description(content.title) : ''}
    size="large"
  >
    {content && <EditContentForm key={content.id} content={content} file={file} onDone={onClose} />}
  </Dialog>
);
