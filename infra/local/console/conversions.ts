import type { MediaConvertEngine } from '../services/mediaconvert/engine.ts';
import type { JobRecord } from '../services/mediaconvert/job-record.ts';
import { type Routes, integerOf } from './router.ts';

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
  metadata: job.userMetadata,
});

/** MediaConvert's jobs, newest first. */
export const conversionRoutes = (mediaConvert: Pick<MediaConvertEngine, 'jobs'>): Routes => ({
  'GET conversions': ({ query }) => {
    const all = mediaConvert.jobs();
    return { total: all.length, jobs: all.slice(0, integerOf(query, 'limit', 50, 1, 500)).map(jobView) };
  },
});
