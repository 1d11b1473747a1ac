import type { MediaConvertEngine } from '../services/mediaconvert/engine.ts';
import type { JobRecord } from '../services/mediaconvert/job-record.ts';
import type { Panel } from './panel.ts';
import { integerOf } from './router.ts';

const jobView = (job: JobRecord) => ({
  id: job.id,
  status: job.status,
  phase: job.phase ?? null,
  percent: job.percent ?? null,
  inputs: job.settings.inputs.map(({ fileInput }) => fileInput),
  createdAt: job.createdAt,
  startedAt: job.startedAt ?? null,
  finishedAt: job.finishedAt ?? null,
  error: job.errorCode === undefined ? null : { code: job.errorCode, message: job.errorMessage ?? '' },
  warnings: (job.warnings ?? []).map(({ message }) => message),
  metadata: job.userMetadata,
});

const isUnfinished = ({ status }: JobRecord): boolean => status === 'SUBMITTED' || status === 'PROGRESSING';

/** MediaConvert's jobs, newest first. Its number is the unfinished ones. */
export const conversionPanel = (mediaConvert: Pick<MediaConvertEngine, 'jobs'>): Panel => ({
  id: 'conversions',
  routes: {
    'GET conversions': ({ query }) => {
      const all = mediaConvert.jobs();
      return { total: all.length, jobs: all.slice(0, integerOf(query, 'limit', 50, 1, 500)).map(jobView) };
    },
  },
  overview: () => ({ converting: mediaConvert.jobs().filter(isUnfinished).length }),
});
