import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkAction, BulkJob } from '../../../../lambdas/contract/content/bulk.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { JOBS_KEY } from './api.ts';

export interface BulkJobOptions {
  readonly action: BulkAction;
  readonly ids: readonly string[];
  /** Whether the action is complete and can be previewed. */
  readonly ready: boolean;
  /** Called when the job has started. */
  readonly onStarted: () => void;
}

/** Previews and starts a bulk job. `job` is null until it has started. */
export const useBulkJob = ({ action, ids, ready, onStarted }: BulkJobOptions) => {
  const api = useApi();
  const queries = useQueryClient();
  const [job, setJob] = useState<BulkJob | null>(null);
  const body = { action, ids: [...ids] };
  const preview = useQuery({
    queryKey: [JOBS_KEY, 'preview', body],
    queryFn: ({ signal }) => api.call('bulk.preview-job', { body }, { signal }),
    enabled: ready && job === null,
    gcTime: 0,
  });
  const start = useMutation({
    mutationFn: () =>
      api.call('bulk.create-job', { body: action.kind === 'delete' ? { ...body, confirmed: ids.length } : body }),
    onSuccess: (started) => {
      void queries.invalidateQueries({ queryKey: [JOBS_KEY] });
      setJob(started);
      onStarted();
    },
  });
  return { job, setJob, preview, start };
};
