import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { BulkJob } from '../../../../lambdas/contract/content/bulk.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { invalidateContent } from '../../core/api/invalidate-content.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Progress } from '../../ui/feedback/progress.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { jobItemsQuery, jobQuery, JOBS_KEY } from './api.ts';
import styles from './bulk.module.css';
import { bulkTexts as texts } from './texts.ts';

/** The result of a job for each item, page by page. */
const JobResults = ({ id }: { readonly id: string }) => {
  const list = useInfiniteQuery(jobItemsQuery(useApi(), id));
  const { data, error, refetch } = list;
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <p role="status">{texts.resultsLoading}</p>;
  return (
    <>
      <ul className={styles['items']} aria-label={texts.results}>
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
      <NextPage label={texts.moreResults} list={list} failed={texts.moreResultsFailed} variant="ghost" />
    </>
  );
};

/** The progress of a running job, or the result of a finished one. */
export const stateOf = (job: BulkJob): string =>
  job.state === 'done' ? texts.result(job) : texts.running(job.changed + job.same + job.failed, job.total);

/** The progress of a job, then its result and, if possible, a button to undo it. */
export const JobProgress = ({
  initialJob,
  onUndo,
}: {
  readonly initialJob: BulkJob;
  readonly onUndo: (undo: BulkJob) => void;
}) => {
  const api = useApi();
  const queries = useQueryClient();
  const { data: job = initialJob } = useQuery({ ...jobQuery(api, initialJob.id), initialData: initialJob });
  const [showsResults, setShowsResults] = useState(false);
  const done = job.state === 'done';
  useEffect(() => {
    if (done) void invalidateContent(queries);
  }, [done, queries]);
  const undo = useMutation({
    mutationFn: () => api.call('bulk.undo-job', { params: { id: job.id } }),
    onSuccess: (started) => {
      void queries.invalidateQueries({ queryKey: [JOBS_KEY] });
      onUndo(started);
    },
  });
  const processed = job.changed + job.same + job.failed;
  return (
    <div className={styles['body']}>
      <p role="status">{stateOf(job)}</p>
      {!done && (
        <>
          <Progress label={texts.progress} value={(processed / job.total) * 100} />
          <p className={styles['quiet']}>{texts.background}</p>
        </>
      )}
      {undo.error && (
        <Notice tone="danger" title={texts.failed} alert>
          <p>{undo.error.message}</p>
        </Notice>
      )}
      {showsResults && <JobResults id={job.id} />}
      <div className={styles['actions']}>
        {done && !showsResults && (
          <Button variant="ghost" onClick={() => setShowsResults(true)}>
            {texts.showResults}
          </Button>
        )}
        {job.can_undo && (
          <Button variant="secondary" busy={undo.isPending} onClick={() => undo.mutate()}>
            {texts.undo}
          </Button>
        )}
      </div>
    </div>
  );
};
