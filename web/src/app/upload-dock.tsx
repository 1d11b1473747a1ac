import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useGlobalUpload } from '../core/uploads/global-upload.tsx';

const UploadPanel = lazy(async () => ({ default: (await import('../features/uploads/upload-panel.tsx')).UploadPanel }));

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
