import { Suspense } from 'react';
import { lazyPart } from '../../../core/lazy-part.tsx';
import type { ContentView } from '../../../../../lambdas/contract/content/content-shapes.ts';
import { CaptionsSection } from '../../../features/captions/captions-section.tsx';
import { EditContentDialog } from '../../../features/content/form/edit-content-dialog.tsx';
import { SourceFile } from '../../../features/uploads/source-file.tsx';

const SafetyNoticeSection = lazyPart(
  () => import('../../../features/safety/safety-notice.tsx'),
  'SafetyNoticeSection',
  'inline',
);
const TranscriptEditor = lazyPart(() => import('./transcript-editor.tsx'), 'TranscriptEditor', 'inline');

/** The Edit Content dialog, extended by captions, the transcript and the source file. */
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
          <Suspense fallback={null}>
            <TranscriptEditor content={content} />
          </Suspense>
          <SourceFile content={content} />
          <Suspense fallback={null}>
            <SafetyNoticeSection contentId={content.id} />
          </Suspense>
        </>
      )
    }
    onClose={onClose}
  />
);
