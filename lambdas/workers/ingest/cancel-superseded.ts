import type { IngestDeps } from './deps.ts';

/** Cancels the jobs of attempts that a later one superseded. */
export const cancelSuperseded = async (
  deps: Pick<IngestDeps, 'attempts' | 'converter'>,
  contentId: string,
): Promise<void> => {
  const attempts = await deps.attempts.list(contentId);
  const abandoned = attempts.filter(({ state, job_id }) => state === 'superseded' && job_id !== undefined);
  await Promise.all(abandoned.map(({ job_id }) => deps.converter.cancelJob(job_id ?? '')));
};
