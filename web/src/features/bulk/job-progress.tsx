import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BulkJob } from '../../../../lambdas/contract/content/bulk.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { jobItemsQuery, jobQuery, JOBS_KEY } from './api.ts';
import styles from './bulk.module.css';
import { bulkTexts as texts } from './texts.ts';

/** What became of each content of a job, page by page. */
const JobItems = ({ id }: { readonly id: string }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useInfiniteQuery(jobItemsQuery(useApi(), id));
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{texts.itemsLoading}</p>;
  return (
    <>
      <ul className={styles['items']} aria-label={texts.items}>
        {data.pages
          .flatMap(({ items }) => items)
          .map(({ content_id, title, outcome, reason }) => (
            <li key={content_id}>
              {title || texts.untitled}{' '}
              <span>
                · {outcome === null ? texts.waiting : texts.outcomes[outcome]}
                {reason === null ? '' : `: ${reason}`}
              </span>
            </li>
          ))}
      </ul>
      {isFetchNextPageError && (
        <Notice tone="danger" alert>
          <p>{texts.itemsMoreFailed}</p>
        </Notice>
      )}
      {hasNextPage && (
        <Button variant="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {texts.moreItems}
        </Button>
      )}
    </>
  );
};

/** How far a job is, or what it did. */
export const stateOf = (job: BulkJob): string => {
  if (job.state !== 'done') return texts.running(job.changed + job.same + job.refused, job.total);
  return (job.kind === 'undo' ? texts.putBack : texts.result)(job);
};

/** A job at work, and what it did in the end; where that can be put back, by whom it was begun. */
export const JobProgress = ({
  begun,
  onUndo,
}: {
  readonly begun: BulkJob;
  readonly onUndo: (undo: BulkJob) => void;
}) => {
  const api = useApi();
  const queries = useQueryClient();
  const { data: job = begun } = useQuery({ ...jobQuery(api, begun.id), initialData: begun });
  const [open, setOpen] = useState(false);
  const done = job.state === 'done';
  useEffect(() => {
    if (done) void invalidateContent(queries);
  }, [done, queries]);
  const undo = useMutation({
    mutationFn: () => api.call('bulk.undo-job', { params: { id: job.id } }),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: [JOBS_KEY] });
      onUndo(made);
    },
  });
  const settled = job.changed + job.same + job.refused;
  return (
    <div className={styles['body']}>
      <p role="status">{stateOf(job)}</p>
      {!done && (
        <>
          <Progress label={texts.runningTitle} value={(settled / job.total) * 100} />
          <p className={styles['quiet']}>{texts.goesOn}</p>
        </>
      )}
      {undo.error && (
        <Notice tone="danger" title={texts.failed} alert>
          <p>{undo.error.message}</p>
        </Notice>
      )}
      {open && <JobItems id={job.id} />}
      <div className={styles['actions']}>
        {done && !open && (
          <Button variant="ghost" onClick={() => setOpen(true)}>
            {texts.showItems}
          </Button>
        )}
        {job.may_undo && (
          <Button variant="secondary" busy={undo.isPending} onClick={() => undo.mutate()}>
            {texts.undo}
          </Button>
        )}
      </div>
    </div>
  );
};
