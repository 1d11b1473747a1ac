import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
import { jobsQuery } from './api.ts';
import styles from './bulk.module.css';
import { JobProgress, stateOf } from './job-progress.tsx';
import { bulkTexts as texts } from './texts.ts';

/** All jobs, newest first, with their results. */
export const JobsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const list = useInfiniteQuery(jobsQuery(useApi()));
  const { data, error, refetch } = list;
  const jobs = data?.pages.flatMap(({ items }) => items);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const shown = jobs?.find(({ id }) => id === openedId);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.jobsTitle}
      description={texts.jobsDescription}
      size="large"
    >
      {error && !jobs && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!jobs && !error && <p role="status">{texts.jobsLoading}</p>}
      {jobs?.length === 0 && <p>{texts.noJobs}</p>}
      {shown ? (
        <>
          <JobProgress key={shown.id} initialJob={shown} onUndo={({ id }) => setOpenedId(id)} />
          <div className={styles['actions']}>
            <Button variant="secondary" onClick={() => setOpenedId(null)}>
              {texts.back}
            </Button>
          </div>
        </>
      ) : (
        <>
          <ul className={styles['jobs']} aria-label={texts.jobsTitle}>
            {jobs?.map((job) => (
              <li key={job.id} className={styles['job']}>
                <span>
                  {texts.kinds[job.kind]} · {formatMoment(job.created_at)} · {stateOf(job)}
                  {job.undone_by && ` · ${texts.undone}`}
                </span>
                <Button variant="ghost" onClick={() => setOpenedId(job.id)}>
                  {texts.showResults}
                </Button>
              </li>
            ))}
          </ul>
          <NextPage label={texts.moreJobs} list={list} failed={texts.moreJobsFailed} variant="ghost" />
        </>
      )}
    </Dialog>
  );
};
