import { useRef, useState, type ReactNode } from 'react';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { EditContentForm, type EditContentFormHandle } from './edit-content-form.tsx';
import { contentTexts } from '../texts.ts';

const texts = contentTexts.edit;

export interface EditContentDialogProps {
  readonly content: ContentView | null;
  /** The sections about the files of the item. */
  readonly file?: ReactNode;
  readonly onClose: () => void;
}

/** The Edit Content dialog, open while there is an item to edit. It asks before it discards unsaved changes. */
export const EditContentDialog = ({ content, file, onClose }: EditContentDialogProps) => {
  const form = useRef<EditContentFormHandle>(null);
  const [leaving, setLeaving] = useState(false);
  const close = () => {
    if (form.current?.hasChanges()) setLeaving(true);
    else onClose();
  };
  return (
    <Dialog
      open={content !== null}
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title={texts.title}
      description={content ? texts.description(content.title) : ''}
      size="large"
    >
      {content && (
        <EditContentForm ref={form} key={content.id} content={content} file={file} onCancel={close} onDone={onClose} />
      )}
      {content && (
        <ConfirmDialog
          open={leaving}
          onOpenChange={setLeaving}
          title={texts.leaveTitle}
          description={texts.leave(content.title)}
          action={texts.discard}
          cancel={texts.stay}
          dangerous
          onConfirm={() => {
            setLeaving(false);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
};
