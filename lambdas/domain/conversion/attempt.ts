import type { FirstFiles } from '../media/first-files.ts';
import type { Ladder } from '../media/ladder.ts';

/**
 * `claimed`: a worker holds it (or may take it when the lease is over), no job is known. `submitted`: a job runs. The
 * rest is final, except that `superseded` beats everything and a late COMPLETE beats a failure.
 */
export type AttemptState = 'claimed' | 'submitted' | 'completed' | 'failed' | 'superseded';

/**
 * What made an attempt fail. `rejected`: the file is no media or over a limit, so it is removed; `refused`: it was gone
 * before it was looked at.
 */
export type AttemptFailure = 'rejected' | 'refused' | 'canceled' | 'overdue' | 'error';

/** The last writing of an attempt's playlists, which needs no conversion and can be asked for again. */
export interface PlaylistRun {
  readonly state: 'running' | 'completed' | 'failed';
  readonly started_at: string;
  readonly finished_at?: string | undefined;
  /** How often they were written, or tried to be. */
  readonly runs: number;
  /** A plain sentence when it failed. */
  readonly reason?: string | undefined;
}

/** What became of the storyboard that a job was asked for. It is never a reason for a conversion to fail. */
export interface StoryboardOutcome {
  /** Sheets that are there; without any there is no storyboard. */
  readonly sheets: number;
  /** A plain sentence when something is missing. */
  readonly reason?: string | undefined;
}

/** One try to convert one version of a source. A restart is another attempt, which supersedes the one before. */
export interface Attempt {
  readonly content_id: string;
  readonly version_id: string;
  /** Counts from 1 over all versions of the content's source. */
  readonly attempt: number;
  /** Folder that its renditions go to. */
  readonly media_version: string;
  readonly source_key: string;
  readonly state: AttemptState;
  readonly failure?: AttemptFailure | undefined;
  /** A plain sentence when it failed. */
  readonly reason?: string | undefined;
  readonly job_id?: string | undefined;
  readonly claimed_at: string;
  /** When the source was found fit to be converted. */
  readonly probed_at?: string | undefined;
  /** When the converter took the job; absent when a report about the job was faster. */
  readonly submitted_at?: string | undefined;
  /** Until then nobody else may work on the claim. */
  readonly lease_until: string;
  readonly deadline_at: string;
  /** 0 to 100; never falls. */
  readonly progress: number;
  /** When the converter first reported this progress; absent before the first report and at the end. */
  readonly progress_at?: string | undefined;
  /** Absent until the job succeeded. */
  readonly playlists?: PlaylistRun | undefined;
  /** What was written of the storyboard; absent until the job succeeded, and where none was asked for. */
  readonly storyboard?: StoryboardOutcome | undefined;
  /** What a player needs first; absent until the job succeeded. */
  readonly first_files?: FirstFiles | undefined;
  readonly finished_at?: string | undefined;
  /** When its renditions were removed, because others took their place. */
  readonly removed_at?: string | undefined;
  /** What the job was asked to make; set before the job is, so that its end can be worked without a second probe. */
  readonly ladder?: Ladder | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
  /** US dollars at list price. */
  readonly price?: number | undefined;
  /** Rises with every write. */
  readonly rev: number;
}

/**
 * Milliseconds that a claim is held: longer than the ingest function may run (60 s), shorter than its queue hides a
 * message (360 s).
 */
export const LEASE_MS = 90_000;
/** Milliseconds from the claim until a job has to exist. */
export const START_TIME_MS = 15 * 60_000;
/**
 * A job is overdue after this and `DEADLINE_FACTOR` times the source's duration: five minutes for queueing and short
 * files.
 */
export const DEADLINE_BASE_MS = 5 * 60_000;
export const DEADLINE_FACTOR = 8;

const iso = (ms: number): string => new Date(ms).toISOString();

/** When a job of a source of this length (seconds) is overdue. */
export const jobDeadline = (now: number, duration: number): string =>
  iso(now + DEADLINE_BASE_MS + Math.ceil(duration * 1000 * DEADLINE_FACTOR));

/** The attempt's name on its content: `<version>/<number>`. */
export const attemptId = ({ version_id, attempt }: Pick<Attempt, 'version_id' | 'attempt'>): string =>
  `${version_id}/${attempt}`;

/** What an attempt's name says. */
export const parseAttemptId = (id: string): Pick<Attempt, 'version_id' | 'attempt'> => {
  const slash = id.lastIndexOf('/');
  return { version_id: id.slice(0, slash), attempt: Number(id.slice(slash + 1)) };
};

/** The number in an attempt's name; 0 for none. */
export const attemptNumber = (id: string | null | undefined): number => (id == null ? 0 : parseAttemptId(id).attempt);

/** Folder of an attempt's renditions: the upload's id, for later attempts at the same file with their number. */
export const mediaVersion = (uploadId: string, attempt: number, first = attempt === 1): string =>
  first ? uploadId : `${uploadId}-${attempt}`;

export const isRunning = ({ state }: Attempt): boolean => state === 'claimed' || state === 'submitted';

/** Whether another worker holds the claim at this moment. */
export const isLeased = (attempt: Attempt, now: number): boolean =>
  attempt.state === 'claimed' && attempt.lease_until > iso(now);

/**
 * Whether an attempt of this number is the first one at the file of an upload. The numbers go on from file to file of a
 * content.
 */
export const isFirstOf = (
  upload: { readonly replacement?: boolean | undefined; readonly current_attempt?: string | null | undefined },
  attempt: number,
): boolean => (upload.replacement ? !upload.current_attempt : attempt === 1);

/** What a new attempt starts from. */
export interface NewAttempt {
  readonly contentId: string;
  readonly uploadId: string;
  readonly sourceKey: string;
  readonly versionId: string;
  readonly attempt: number;
  /** Whether it is the first one at this file. @default whether its number is 1 */
  readonly first?: boolean;
}

/** A new attempt. `lease` is false when a restart only asks for one: the first worker that reads the event takes it. */
export const newAttempt = (wanted: NewAttempt, now: number, lease: boolean): Attempt => ({
  content_id: wanted.contentId,
  version_id: wanted.versionId,
  attempt: wanted.attempt,
  media_version: mediaVersion(wanted.uploadId, wanted.attempt, wanted.first),
  source_key: wanted.sourceKey,
  state: 'claimed',
  claimed_at: iso(now),
  lease_until: iso(lease ? now + LEASE_MS : now),
  deadline_at: iso(now + START_TIME_MS),
  progress: 0,
  rev: 1,
});

/** The claim in the hands of another worker. */
export const takeOver = (attempt: Attempt, now: number): Attempt => ({ ...attempt, lease_until: iso(now + LEASE_MS) });

/** The attempt with a job. A failed or superseded one keeps its state. */
export const withJob = (attempt: Attempt, jobId: string, now: number): Attempt =>
  attempt.state === 'claimed' ? { ...attempt, state: 'submitted', job_id: jobId, submitted_at: iso(now) } : attempt;

/** Whether the playlists of a finished attempt are being written again. */
const isWriting = ({ state, playlists }: Pick<Attempt, 'state' | 'playlists'>): boolean =>
  state === 'completed' && playlists?.state === 'running';

/** The attempt whose playlists are to be written again. One that has not succeeded, or that is being written, stays. */
export const requestPlaylists = (attempt: Attempt, now: number): Attempt =>
  attempt.state !== 'completed' || isWriting(attempt)
    ? attempt
    : {
        ...attempt,
        playlists: { state: 'running', started_at: iso(now), runs: (attempt.playlists?.runs ?? 1) + 1 },
        deadline_at: iso(now + START_TIME_MS),
      };

/**
 * The attempt whose asked for playlists were written, or were not for a reason. One that is not being written stays.
 */
export const endPlaylists = (attempt: Attempt, reason: string | undefined, now: number): Attempt =>
  isWriting(attempt) && attempt.playlists
    ? {
        ...attempt,
        playlists: {
          ...attempt.playlists,
          finished_at: iso(now),
          ...(reason === undefined ? { state: 'completed' } : { state: 'failed', reason }),
        },
      }
    : attempt;

/** The attempt ended by ourselves with a plain sentence. One that is not running stays. */
export const fail = (
  attempt: Attempt,
  failure: 'rejected' | 'refused' | 'overdue',
  reason: string,
  now: number,
): Attempt => (isRunning(attempt) ? { ...attempt, state: 'failed', failure, reason, finished_at: iso(now) } : attempt);

/** Whether something of the attempt has a deadline: its conversion, or the writing of its playlists. */
export const isAwaited = (attempt: Attempt): boolean => isRunning(attempt) || isWriting(attempt);

/** Whether nothing ended the attempt in its time. */
export const isOverdue = (attempt: Attempt, now: number): boolean =>
  isAwaited(attempt) && attempt.deadline_at <= iso(now);
