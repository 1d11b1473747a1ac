import type { ReactNode } from 'react';
import { formatMegabytes } from '../../../lib/format.ts';
import { formatSpeed, formatTimeLeft } from '../../../lib/transfer/format-transfer.ts';
import { Progress } from '../../../ui/feedback/progress.tsx';
import styles from './job-progress.module.css';
import { uploadTexts } from '../texts.ts';
import { isActive, transferPercent, type UploadJob } from './upload-job.ts';

const texts = uploadTexts.progress;

const percentOf = (job: UploadJob): number | null => {
  if (job.stage === 'upload') return transferPercent(job);
  if (job.stage === 'conversion' || job.stage === 'processing') return job.stagePercent;
  return job.stage === 'complete' ? 100 : null;
};

const factsOf = (job: UploadJob): readonly string[] => {
  if (job.stage === 'processing') return [`${Math.round(job.stagePercent)}% ${texts.done.processing}`];
  if (job.stage === 'conversion')
    return [
      `${Math.round(job.stagePercent)}% ${texts.done.conversion}`,
      ...(job.request.content.status === 'published' && !job.awaitsReview ? [uploadTexts.panel.publishes] : []),
    ];
  if (job.stage !== 'upload') return [];
  return [
    `${Math.floor(transferPercent(job))}% ${texts.done.upload}`,
    texts.of(formatMegabytes(job.sentBytes), formatMegabytes(job.request.file.size)),
    ...(job.bytesPerSecond === null ? [] : [formatSpeed(job.bytesPerSecond)]),
    ...(job.secondsLeft === null ? [] : [texts.left(formatTimeLeft(job.secondsLeft))]),
  ];
};

/** The progress of one upload. `children` are its actions. */
export const JobProgress = ({ job, children }: { readonly job: UploadJob; readonly children?: ReactNode }) => {
  const { name } = job.request.file;
  const isRunning = isActive(job) && job.stage !== 'waiting';
  return (
    <li className={styles['job']} data-stage={job.stage}>
      <div className={styles['head']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['stage']}>{texts[job.stage]}</span>
        {children}
      </div>
      {isRunning && <Progress label={texts.label(name)} value={percentOf(job)} />}
      {isRunning && (
        <p className={styles['facts']}>
          {factsOf(job).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
      {job.error && <p className={styles['error']}>{job.error}</p>}
    </li>
  );
};
