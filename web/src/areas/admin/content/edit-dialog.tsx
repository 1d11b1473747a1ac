import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { CaptionsSection } from '../../../features/captions/captions-section.tsx';
import { EditContentDialog } from '../../../features/content/form/edit-content-dialog.tsx';
import { SourceFile } from '../../../features/uploads/source-file.tsx';

/** The Edit Content dialog, extended by captions and the source file. */
export const EditDialog = ({
  content,
  onClose,
}: {
  readonly content: ContentView | null;
  readonly onClose: () => void;
}) => (
  <EditContentDialog
    content={content}
    file={
      content && (
        <>
          <CaptionsSection content={content} />
          <SourceFile content={content} />
        </>
      )
    }
    onClose={onClose}
  />
);
