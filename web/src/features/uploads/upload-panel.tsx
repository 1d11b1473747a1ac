import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { useCornerHeight } from '../../ui/layout/page/use-corner-height.ts';
import { JobProgress } from './jobs/job-progress.tsx';
import { uploadTexts } from './texts.ts';
import { isActive, isCancellable, needsPage, overallPercent } from './jobs/upload-job.ts';
import styles from './upload-panel.module.css';
import { useUploads } from './use-uploads.ts';

const texts = uploadTexts.panel;

/** A panel in the corner of the page with all its uploads. Hidden if there are none. */
export const UploadPanel = () => {
  const { jobs, manager } = useUploads();
  const [open, setOpen] = useState(true);
  const corner = useCornerHeight();
  if (jobs.length === 0) return null;
  const ended = jobs.filter((job) => !isActive(job)).map(({ id }) => id);
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <section ref={corner} className={styles['panel']} aria-label={texts.title}>
      <header className={styles['header']}>
        <div className={styles['heading']}>
          <h2 className={styles['title']}>{texts.title}</h2>
          <span className={styles['summary']}>{texts.summary(jobs.filter(isActive).length, overallPercent(jobs))}</span>
        </div>
        <IconButton label={open ? texts.collapse : texts.expand} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Chevron aria-hidden size={18} />
        </IconButton>
      </header>
      {open && (
        <>
          <ul className={styles['jobs']}>
            {jobs.map((job) => {
              const { name } = job.request.file;
              return (
                <JobProgress key={job.id} job={job}>
                  {job.stage === 'failed' && job.contentId === null && (
                    <Button variant="ghost" onClick={() => manager.retry(job.id)}>
                      {texts.retry}
                    </Button>
                  )}
                  {isCancellable(job) && (
                    <IconButton label={texts.cancel(name)} onClick={() => manager.cancel([job.id])}>
                      <X aria-hidden size={18} />
                    </IconButton>
                  )}
                  {!needsPage(job) && (
                    <IconButton label={texts.remove(name)} onClick={() => manager.remove([job.id])}>
                      <X aria-hidden size={18} />
                    </IconButton>
                  )}
                </JobProgress>
              );
            })}
          </ul>
          {ended.length > 0 && (
            <Button variant="ghost" wide onClick={() => manager.remove(ended)}>
              {texts.clear}
            </Button>
          )}
        </>
      )}
    </section>
  );
};
