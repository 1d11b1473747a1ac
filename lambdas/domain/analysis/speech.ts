import { createHash } from 'node:crypto';
import type { Script } from '../transcripts/stored.ts';
import { inputHash, outputsFolder } from './input-hash.ts';
import type { Provenance } from './provenance.ts';
import type { StepRun, StepRunIds } from '../pipeline/step-run.ts';

/** Transcribe accepts four hours of sound. Scripts are aligned up to the same length. */
export const MAX_SPEECH_SECONDS = 4 * 3600;

/** Why the step is skipped or fails, as sentences for the user. */
export const speechReasons = {
  gone: 'The files of this conversion no longer exist.',
  music: 'Music is not transcribed unless you ask for it. Run this step to transcribe it, or add its lyrics.',
  off: 'Speech recognition is turned off. Add a script to get timed captions without it.',
  silent: 'The title has no sound.',
  noSound: 'This conversion made no sound for speech recognition. Convert the title again, then run this step.',
  noSpeech: 'No speech found.',
  tooLong: 'Speech is recognized in titles of up to 4 hours. Upload captions instead.',
  scriptTooLong: 'Scripts are aligned to titles of up to 4 hours. Upload captions instead.',
  lost: 'The transcription job no longer exists. Run this step again.',
  unreadable: 'The result of the speech recognition could not be read. Run this step again.',
  candidate: 'The transcript was edited, so the new one waits for your choice in the editor.',
} as const;

/** Version of the program that aligns scripts. Another one may find other times. */
const ALIGNMENT_VERSION = '0.6.3';

/** Where the times of an aligned script come from. */
export const alignmentProvenance = (language: string): Provenance => ({
  provider: 'alignment',
  model: `soundswallower ${language}`,
  version: ALIGNMENT_VERSION,
  calibrated: false,
  covers: [],
});

/** Characters of the hash that identifies a version of a source in a name. */
const HASH_LENGTH = 12;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Name of a run's transcription job. Names are unique in the account, so that a job is never started twice. An event of
 * the job has no other data, so the name must lead back to the run.
 */
export const jobNameOf = (stage: string, run: StepRunIds): string =>
  ['soundstage', stage, run.content_id, run.attempt, run.run, hashOf(run.version_id).slice(0, HASH_LENGTH)].join('-');

/** The content item of a job; undefined for a job of another stage. */
export const contentOfJob = (stage: string, name: string): string | undefined => {
  const match = /^soundstage-([a-z]+)-(cnt_[0-9A-Z]{26})-\d+-\d+-[0-9a-f]{12}$/.exec(name);
  return match?.[1] === stage ? match[2] : undefined;
};

/**
 * The run of a job among the runs of its content item: the one that waits for it, otherwise the one that started it;
 * undefined when it no longer exists.
 */
export const runOfJob = (stage: string, name: string, runs: readonly StepRun[]): StepRun | undefined => {
  const ofSpeech = runs.filter(({ step }) => step === 'speech');
  return (
    ofSpeech.find(({ state, job_id: job }) => state === 'running' && job === name) ??
    ofSpeech.find((run) => jobNameOf(stage, run) === name)
  );
};

/**
 * The job of a run that ended with it: what the job wrote, or why it failed, is stored. Undefined while a later run may
 * read the job, such as when the run that waited for it was replaced by a restarted conversion, or aligned a script.
 */
export const endedJobOf = (
  stage: string,
  { content_id: contentId, state, provider, job_id: job, cost_actual: paid }: StepRun,
): string | undefined => {
  const isOver = state !== 'running' && provider === 'transcribe' && paid !== undefined;
  return isOver && job !== undefined && contentOfJob(stage, job) === contentId ? job : undefined;
};

/** Names of all jobs that the runs of a content item may have started. */
export const jobsOf = (stage: string, runs: readonly StepRun[]): readonly string[] => {
  const names = runs
    .filter(({ step }) => step === 'speech')
    .flatMap((run) => [jobNameOf(stage, run), ...(run.job_id === undefined ? [] : [run.job_id])]);
  return [...new Set(names)].filter((name) => contentOfJob(stage, name) !== undefined);
};

/**
 * Hash of everything that a recognized transcript depends on. A repeated conversion makes the same sound, so only
 * another file or other languages change it.
 */
export const recognitionHash = (versionId: string, languages: readonly string[]): string =>
  inputHash(versionId, 'speech', 'transcribe', languages);

/**
 * Keys of what a transcription job of this input wrote, unchanged, of the name of the model that it used, and of the
 * name of the job that was started last.
 */
export const recognitionKeys = (contentId: string, hash: string) => {
  const folder = outputsFolder(contentId, hash);
  return { output: `${folder}transcript.json`, job: `${folder}job.json`, started: `${folder}started.json` } as const;
};

/** Hash of everything that the alignment of a script depends on. */
export const alignmentHash = (
  versionId: string,
  { language, kind, text }: Pick<Script, 'language' | 'kind' | 'text'>,
): string => inputHash(versionId, 'speech', 'alignment', ALIGNMENT_VERSION, language, kind, text);
