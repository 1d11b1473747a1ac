import type { ContentView } from '../../../../lambdas/contract/content-shapes.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EditContentForm } from './edit-content-form.tsx';
import { contentTexts } from './texts.ts';

/** The Edit Content dialog; open while there is a content to edit. */
export const EditContentDialog = ({ content, onClose }: { readonly content: ContentView | null; readonly onClose: () => void }) => (
  <Dialog
    open={content !== null}
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
    title={contentTexts.edit.title}
    description={content ? contentTexts.edit.description(content.title) : ''}
    size="large"
  >
    {content && <EditContentForm key={content.id} content={content} onDone={onClose} />}
  </Dialog>
);
