import { extensionOf } from '../../contract/media/media-formats.ts';
import type { AuditAct } from '../audit/act.ts';
import type { Content, WaitingFile } from '../content/content.ts';
import { attemptId, type Attempt } from '../conversion/attempt.ts';
import type { ConversionFacts } from '../conversion/facts.ts';
import { projectAttempt } from '../conversion/project.ts';
import { typeEditOf } from '../conversion/type-of-replacement.ts';
import type { Upload } from './upload.ts';

/** The fields of a content item that describe its source. */
export const sourceFields = ({
  key,
  file_name: fileName,
  file_size: size,
}: Pick<Upload, 'key' | 'file_name' | 'file_size'>) => ({
  source_key: key,
  original_file_name: fileName,
  original_format: extensionOf(fileName),
  file_size: size,
});

/** The conversion facts that describe the progress of an attempt, and not the file that it makes. */
const progressOf = (facts: ConversionFacts) => ({
  current_attempt: facts.current_attempt,
  conversion_status: facts.conversion_status,
  conversion_error: facts.conversion_error,
  conversion_progress: facts.conversion_progress,
  conversion_started_at: facts.conversion_started_at,
  conversion_deadline_at: facts.conversion_deadline_at,
});

/**
 * The changes to a content item whose converted replacement waits for review at `now` (ISO 8601). `facts` are those of
 * the attempt that converted it. A file that waits already keeps its place.
 */
export const whileFileWaits = (
  content: Content,
  upload: Upload,
  facts: ConversionFacts,
  now: string,
): { readonly progress: Partial<Content>; readonly edit: Partial<Content> } => {
  const waiting_file: WaitingFile = {
    ...sourceFields(upload),
    source_version_id: facts.source_version_id ?? '',
    media_version: facts.media_version ?? '',
    top_tier: facts.top_tier ?? null,
    has_video: facts.has_video ?? false,
    // Attributes of a stored map cannot be undefined.
    ...(facts.has_storyboard === undefined ? {} : { has_storyboard: facts.has_storyboard }),
    ...(facts.first_files === undefined ? {} : { first_files: facts.first_files }),
    duration: facts.duration ?? null,
    encoding_price_usd: facts.encoding_price_usd ?? null,
    since: content.waiting_file?.since ?? now,
  };
  return {
    progress: progressOf(facts) as Partial<Content>,
    edit: { waiting_file, updated_at: now, revision: content.revision + 1 },
  };
};

/** A waiting file as the file of its content item. What it lacks replaces what the current file has. */
const fileOf = ({ since: _since, has_storyboard, first_files, ...file }: WaitingFile) => ({
  ...file,
  has_storyboard,
  first_files,
});

/** The content item as staff who review the waiting file play it. Undefined when no file waits. */
export const asReviewed = (content: Content): Content | undefined => {
  if (content.waiting_file === undefined) return undefined;
  return { ...content, ...fileOf(content.waiting_file), status: 'pending', waiting_file: undefined };
};

/** The content item after its waiting file was accepted at `now` (ISO 8601). */
export const withAcceptedFile = (content: Content, waiting: WaitingFile, now: string): Content => ({
  ...content,
  ...fileOf(waiting),
  ...typeEditOf(content, waiting.has_video, now),
  // A replacement is one file.
  batch_upload: false,
  waiting_file: undefined,
  updated_at: now,
  revision: content.revision + 1,
});

/**
 * The content item after its waiting file was rejected at `now` (ISO 8601): its conversion is again the latest one of
 * the current file. `attempts` are all attempts of the item.
 */
export const withoutWaitingFile = (content: Content, attempts: readonly Attempt[], now: string): Content => {
  const latest = attempts
    .filter(({ source_key: key, state }) => key === content.source_key && state !== 'superseded')
    .reduce<Attempt | undefined>((found, one) => (found && found.attempt > one.attempt ? found : one), undefined);
  return {
    ...content,
    ...(latest ? (progressOf(projectAttempt(latest)) as Partial<Content>) : {}),
    waiting_file: undefined,
    updated_at: now,
    revision: content.revision + 1,
  };
};

const named = ({
  original_file_name: file_name,
  file_size,
}: Pick<Content, 'original_file_name' | 'file_size'>): object => ({ file_name, file_size });

/** Audit action: staff decided about a waiting file. */
export const fileDecisionAct = (
  by: Pick<AuditAct, 'actor' | 'requestId' | 'reason'>,
  outcome: 'accepted' | 'rejected',
  content: Content,
  waiting: WaitingFile,
): AuditAct => ({
  ...by,
  action: outcome === 'accepted' ? 'content.replacement-accepted' : 'content.replacement-rejected',
  targetId: content.id,
  before: named(outcome === 'accepted' ? content : waiting),
  after: outcome === 'accepted' ? named(waiting) : null,
});

/**
 * Audit action: a converted replacement took the place of the current file, or waits for review. The actor is the user
 * who uploaded it, an administrator; the request is the attempt that converted it.
 */
export const convertedFileAct = (content: Content, upload: Upload, attempt: Attempt, waits: boolean): AuditAct => ({
  actor: { userId: upload.user_id, role: 'admin' },
  requestId: attemptId(attempt),
  action: waits ? 'content.replacement-waiting' : 'content.file-replaced',
  targetId: content.id,
  before: named(content),
  after: named(sourceFields(upload)),
});
