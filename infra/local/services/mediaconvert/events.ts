import { LOCAL_ACCOUNT } from '../../aws/service.ts';
import { bridgeEvent, type BridgeEvent } from '../../events/bus/bridge-event.ts';
import { jobArn, warningGroups, type JobRecord } from './job-record.ts';
import type { JobPhase } from './run-job.ts';

const PHASES: readonly JobPhase[] = ['PROBING', 'TRANSCODING', 'UPLOADING'];

/** Start and length of each phase, in percent of the whole job. */
const SHARE: Readonly<Record<JobPhase, readonly [start: number, length: number]>> = {
  PROBING: [0, 5],
  TRANSCODING: [5, 85],
  UPLOADING: [90, 9],
};

/** Percent of the job when a phase is at `percent`. 100 is reserved for COMPLETE. */
export const jobPercent = (phase: JobPhase, percent: number): number => {
  const [start, length] = SHARE[phase];
  return Math.floor(start + (length * Math.min(100, percent)) / 100);
};

const event = (now: number, job: JobRecord, status: string, extra: Readonly<Record<string, unknown>>): BridgeEvent =>
  bridgeEvent(
    now,
    'aws.mediaconvert',
    'MediaConvert Job State Change',
    {
      timestamp: now,
      accountId: LOCAL_ACCOUNT,
      queue: job.queue,
      jobId: job.id,
      status,
      userMetadata: job.userMetadata,
      ...extra,
    },
    [jobArn(job.id)],
  );

/** The event of a job that started, was canceled, failed or completed. As in AWS, SUBMITTED has no event. */
export const stateEvent = (now: number, job: JobRecord): BridgeEvent => {
  if (job.status === 'COMPLETE')
    return event(now, job, 'COMPLETE', {
      warnings: warningGroups(job),
      outputGroupDetails: job.outputGroupDetails,
      paddingInserted: 0,
      blackVideoDetected: 0,
    });
  if (job.status === 'ERROR')
    return event(now, job, 'ERROR', { errorCode: job.errorCode, errorMessage: job.errorMessage });
  return event(now, job, job.status, {});
};

/** The event with the progress of a running job. */
export const progressEvent = (now: number, job: JobRecord, frames: number, phasePercent: number): BridgeEvent => {
  const current = PHASES.indexOf(job.phase ?? 'PROBING');
  const phaseProgress = Object.fromEntries(
    PHASES.map((phase, index) => [
      phase,
      {
        status: index < current ? 'COMPLETE' : index === current ? 'PROGRESSING' : 'PENDING',
        percentComplete: index < current ? 100 : index === current ? phasePercent : 0,
      },
    ]),
  );
  return event(now, job, 'STATUS_UPDATE', {
    framesDecoded: frames,
    jobProgress: { phaseProgress, jobPercentComplete: job.percent ?? 0, currentPhase: job.phase, retryCount: 0 },
  });
};
