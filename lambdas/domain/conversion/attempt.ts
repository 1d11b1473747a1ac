import type { HdrColors } from '../media/colors.ts';
import type { FirstFiles } from '../media/first-files.ts';
import type { Ladder } from '../media/ladder.ts';
import type { SpeechFormat } from '../media/speech-format.ts';
import type { PriceTier } from '../media/prices.ts';

/**
 * `claimed`: a worker holds the attempt, or can take it over once the lease expires; there is no job yet. `submitted`:
 * a job runs. The other states are final, except that `superseded` overrides any state and a late COMPLETE overrides a
 * failure.
 */
export type AttemptState = 'claimed' | 'submitted' | 'completed' | 'failed' | 'superseded';

/**
 * Why an attempt failed. `rejected`: the file is not media or exceeds a limit, so it is removed. `missing`: the file no
 * longer existed when it was inspected.
 */
export type AttemptFailure = 'rejected' | 'missing' | 'canceled' | 'overdue' | 'error';

/** Result of the storyboard in a job. A missing storyboard never fails a conversion. */
export interface StoryboardOutcome {
  /** Number of sheets that exist. Zero means that there is no storyboard. */
  readonly sheets: number;
  /** What is missing, as a sentence for the user. */
  readonly reason?: string | undefined;
}

/** One attempt to convert one version of a source. A restart is a new attempt, which supersedes the previous one. */
export interface Attempt {
  readonly content_id: string;
  readonly version_id: string;
  /** Numbered from 1 across all versions of the source. */
  readonly attempt: number;
  /** Folder of its renditions. */
  readonly media_version: string;
  readonly source_key: string;
  readonly state: AttemptState;
  readonly failure?: AttemptFailure | undefined;
  /** Why it failed, as a sentence for the user. */
  readonly reason?: string | undefined;
  readonly job_id?: string | undefined;
  readonly claimed_at: string;
  /** When the probe accepted the source. */
  readonly probed_at?: string | undefined;
  /** When the converter accepted the job. Absent when the first report about the job arrived earlier. */
  readonly submitted_at?: string | undefined;
  /** No other worker can take over the claim before this time. */
  readonly lease_until: string;
  readonly deadline_at: string;
  /** 0 to 100; never decreases. */
  readonly progress: number;
  /** When the converter first reported this progress; absent before the first report and at the end. */
  readonly progress_at?: string | undefined;
  /** Absent until the job succeeds, and when the job makes no storyboard. */
  readonly storyboard?: StoryboardOutcome | undefined;
  /** The files that a player needs first. Absent until the job succeeds. */
  readonly first_files?: FirstFiles | undefined;
  readonly finished_at?: string | undefined;
  /** When its renditions were removed because newer ones replaced them. */
  readonly removed_at?: string | undefined;
  /** What the job makes. Stored before the job is created, so that its end can be processed without a second probe. */
  readonly ladder?: Ladder | undefined;
  /** Seconds. */
  readonly duration?: number | undefined;
  /**
   * In which the speech of the source can be recognized during the conversion. Absent for other sources, and for those
   * that wait for review afterwards.
   */
  readonly speech_format?: SpeechFormat | undefined;
  /** What the job does with the colors of an HDR source. Absent for other sources. */
  readonly colors?: HdrColors | undefined;
  /** The converter's price list for the job. Absent in attempts that are older than this field: basic. */
  readonly price_tier?: PriceTier | undefined;
  /** US dollars at list price. */
  readonly price?: number | undefined;
  /** Increases with every write. */
  readonly rev: number;
}

/**
 * Lease of a claim in milliseconds: longer than the ingest function's timeout (60 s), shorter than its queue's
 * visibility timeout (360 s).
 */
export const LEASE_MS = 90_000;
/** Milliseconds from the claim within which a job must exist. */
export const START_TIME_MS = 15 * 60_000;
/**
 * A job is overdue after this plus `DEADLINE_FACTOR` times the source's duration. The five minutes cover queueing and
 * short files.
 */
export const DEADLINE_BASE_MS = 5 * 60_000;
export const DEADLINE_FACTOR = 8;

const iso = (ms: number): string => new Date(ms).toISOString();

/** Milliseconds that a job can take. `duration` of the source in seconds. */
export const jobTimeMs = (duration: number): number => DEADLINE_BASE_MS + Math.ceil(duration * 1000 * DEADLINE_FACTOR);

/** Id of an attempt, as stored on its content item: `<version>/<number>`. */
export const attemptId = ({ version_id, attempt }: Pick<Attempt, 'version_id' | 'attempt'>): string =>
  `${version_id}/${attempt}`;

/** Parses an attempt id. */
export const parseAttemptId = (id: string): Pick<Attempt, 'version_id' | 'attempt'> => {
  const slash = id.lastIndexOf('/');
  return { version_id: id.slice(0, slash), attempt: Number(id.slice(slash + 1)) };
};

/** The number in an attempt id; 0 without an id. */
export const attemptNumber = (id: string | null | undefined): number => (id == null ? 0 : parseAttemptId(id).attempt);

/** The number of a new attempt: it continues over all files of a content item, also over those that were rejected. */
export const nextAttemptNumber = (
  current: string | null | undefined,
  attempts: readonly Pick<Attempt, 'attempt'>[],
): number => Math.max(attemptNumber(current), ...attempts.map(({ attempt }) => attempt)) + 1;

/** Folder of an attempt's renditions: the upload's id, followed by the number for later attempts at the same file. */
export const mediaVersion = (uploadId: string, attempt: number, first = attempt === 1): string =>
  first ? uploadId : `${uploadId}-${attempt}`;

/** The upload whose renditions are in this folder. IDs of uploads contain no hyphen. */
export const uploadIdOf = (version: string): string => version.split('-')[0] ?? version;

export const isRunning = ({ state }: Attempt): boolean => state === 'claimed' || state === 'submitted';

/** Whether there are files of the attempt, or there will be. */
export const isUsable = (attempt: Attempt): boolean => isRunning(attempt) || attempt.state === 'completed';

/** Whether the probe accepted the file. Attempts that are older than `probed_at` have a ladder instead. */
export const isProbed = ({ probed_at: probed, ladder }: Attempt): boolean =>
  probed !== undefined || ladder !== undefined;

/** Whether a worker currently holds the claim. */
export const isLeased = (attempt: Attempt, now: number): boolean =>
  attempt.state === 'claimed' && attempt.lease_until > iso(now);

/**
 * Whether the attempt is the first one at an upload's file. Numbering continues across the files of a content item.
 */
export const isFirstOf = (
  upload: { readonly replacement?: boolean | undefined; readonly current_attempt?: string | null | undefined },
  attempt: number,
): boolean => (upload.replacement ? !upload.current_attempt : attempt === 1);

/** Input of a new attempt. */
export interface NewAttempt {
  readonly contentId: string;
  readonly uploadId: string;
  readonly sourceKey: string;
  readonly versionId: string;
  readonly attempt: number;
  /** Whether it is the first attempt at this file. @default whether its number is 1 */
  readonly first?: boolean;
}

/** Whether the worker that claimed the attempt stopped before it created a job. Another worker can take it over. */
export const isAbandoned = ({ state, claimed_at, lease_until }: Attempt, now: number): boolean =>
  state === 'claimed' && lease_until > claimed_at && lease_until <= iso(now);

/**
 * When the sweeper looks at a running attempt: a job at its deadline, and an attempt without a job as soon as its lease
 * has expired.
 */
export const dueAt = ({ state, claimed_at, lease_until, deadline_at }: Attempt): string => {
  if (state !== 'claimed') return deadline_at;
  const started = iso(Date.parse(claimed_at) + LEASE_MS);
  const free = lease_until > started ? lease_until : started;
  return free < deadline_at ? free : deadline_at;
};

/**
 * A new attempt. With `lease` false (a restart), the first worker that reads the event takes the claim. `timeLimitMs`:
 * time within which a job must exist, from the definition of the step `probe`.
 */
export const newAttempt = (input: NewAttempt, now: number, lease: boolean, timeLimitMs: number): Attempt => ({
  content_id: input.contentId,
  version_id: input.versionId,
  attempt: input.attempt,
  media_version: mediaVersion(input.uploadId, input.attempt, input.first),
  source_key: input.sourceKey,
  state: 'claimed',
  claimed_at: iso(now),
  lease_until: iso(lease ? now + LEASE_MS : now),
  deadline_at: iso(now + timeLimitMs),
  progress: 0,
  rev: 1,
});

/** Gives the claim to another worker. */
export const takeOver = (attempt: Attempt, now: number): Attempt => ({ ...attempt, lease_until: iso(now + LEASE_MS) });

/** Records the job of an attempt. A failed or superseded attempt stays unchanged. */
export const withJob = (attempt: Attempt, jobId: string, now: number): Attempt =>
  attempt.state === 'claimed' ? { ...attempt, state: 'submitted', job_id: jobId, submitted_at: iso(now) } : attempt;

/** Fails an attempt with a sentence for the user. No effect when the attempt is not running. */
export const fail = (
  attempt: Attempt,
  failure: 'rejected' | 'missing' | 'overdue' | 'canceled',
  reason: string,
  now: number,
): Attempt => (isRunning(attempt) ? { ...attempt, state: 'failed', failure, reason, finished_at: iso(now) } : attempt);

/** Whether the attempt is past its deadline. */
export const isOverdue = (attempt: Attempt, now: number): boolean =>
  isRunning(attempt) && attempt.deadline_at <= iso(now);
