import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../core/lazy-part.tsx';
import { useGlobalUpload } from '../core/uploads/global-upload.tsx';

const UploadPanel = lazyPart(() => import('../features/uploads/upload-panel.tsx'), 'UploadPanel', 'optional');

/** The upload panel, on top of every screen. Its code loads with the first upload. */
export const UploadDock = () => {
  const { shown } = useGlobalUpload();
  if (!useSyncExternalStore(shown.subscribe, shown.get)) return null;
  return (
    <Suspense>
      <UploadPanel />
    </Suspense>
  );
};
