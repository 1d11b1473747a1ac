import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useClock } from '../../core/clock-context.tsx';
import { useLive } from '../../core/live/live-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useGlobalUpload, type GlobalUpload } from '../../core/uploads/global-upload.tsx';
import { browserConnection } from '../../lib/connection.ts';
import { createLeaveGuard } from '../../lib/leave-guard.ts';
import { acquireLock } from '../../lib/page-lock.ts';
import { createS3Transfer } from '../../lib/transfer/s3-upload.ts';
import { UNFINISHED_KEY } from './unfinished/unfinished-query.ts';
import { createUploadManager, type UploadManager } from './jobs/upload-manager.ts';
import { needsPage, type UploadJob } from './jobs/upload-job.ts';

/** One manager per page. It outlives the screens, so uploads continue while the user navigates. */
const managers = new WeakMap<GlobalUpload, UploadManager>();

/** The upload jobs of this page and their manager. */
export const useUploads = (): { readonly jobs: readonly UploadJob[]; readonly manager: UploadManager } => {
  const page = useGlobalUpload();
  const api = useApi();
  const clock = useClock();
  const toasts = useToast();
  const live = useLive();
  const queries = useQueryClient();
  let manager = managers.get(page);
  if (!manager) {
    const created = createUploadManager({
      api,
      clock,
      toasts,
      live,
      acquireLock,
      connection: browserConnection,
      transfer: createS3Transfer({ clock }),
      leaveGuard: createLeaveGuard(),
      onContentChange: () => void invalidateContent(queries),
      onUnfinishedChange: () => void queries.invalidateQueries({ queryKey: UNFINISHED_KEY }),
    });
    created.subscribe(() => {
      page.shown.set(created.get().length > 0);
      page.busy.set(created.get().some(needsPage));
    });
    page.onSignOut(created.stop);
    managers.set(page, created);
    manager = created;
  }
  return { jobs: useSyncExternalStore(manager.subscribe, manager.get), manager };
};
