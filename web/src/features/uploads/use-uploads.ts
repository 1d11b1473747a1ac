import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { useClock } from '../../core/clock-context.tsx';
import { useLive } from '../../core/live/live-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { createLeaveGuard } from '../../lib/leave-guard.ts';
import { createS3Transfer } from '../../lib/s3-upload.ts';
import { createUploadManager, type UploadManager } from './upload-manager.ts';
import type { UploadJob } from './upload-job.ts';

/** One manager per page; it outlives the screens, so that uploads go on while somebody looks around. */
const managers = new WeakMap<QueryClient, UploadManager>();

/** The uploads of this page and what can be done with them. */
export const useUploads = (): { readonly jobs: readonly UploadJob[]; readonly manager: UploadManager } => {
  const api = useApi();
  const clock = useClock();
  const toasts = useToast();
  const live = useLive();
  const queries = useQueryClient();
  let manager = managers.get(queries);
  if (!manager) {
    const onContentChange = () => void invalidateContent(queries);
    manager = createUploadManager({ api, clock, toasts, live, transfer: createS3Transfer(clock), leaveGuard: createLeaveGuard(), onContentChange });
    managers.set(queries, manager);
  }
  return { jobs: useSyncExternalStore(manager.subscribe, manager.get), manager };
};
