import type { ContentView } from '../../../../lambdas/contract/content/content-shapes.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { contentTexts } from './texts.ts';
import { useDeleteContent } from './use-delete-content.ts';

/** Asks to confirm the deletion of a content item. Closed if `content` is null. */
export const DeleteContentDialog = ({
  content,
  onClose,
}: {
  readonly content: ContentView | null;
  readonly onClose: () => void;
}) => {
  const { mutate: remove } = useDeleteContent();
  return (
    <ConfirmDialog
      open={content !== null}
      onOpenChange={onClose}
      title={contentTexts.remove.title}
      description={contentTexts.remove.text(content?.title ?? '')}
      action={contentTexts.remove.action}
      dangerous
      onConfirm={() => {
        if (content) remove(content.id);
        onClose();
      }}
    />
  );
};
