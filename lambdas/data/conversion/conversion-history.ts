import { attemptId, type Attempt } from '../../domain/conversion/attempt.ts';
import type { Content } from '../../domain/content/content.ts';
import type { StepSources } from '../../domain/pipeline/sources.ts';
import type { StageAnalysis } from '../../domain/pipeline/stage.ts';
import type { StepRun } from '../../domain/pipeline/step-run.ts';
import type { Upload } from '../../domain/uploads/upload.ts';
import { contentEntity } from '../content/content-entity.ts';
import { readRuns } from '../pipeline/step-repository.ts';
import type { Table } from '../table/table.ts';
import { attemptEntity } from './attempt-repository.ts';
import { factsOf, isAlive } from './conversion-record.ts';
import { readUploads } from './upload-entity.ts';

/** Everything that is stored about the processing of a content item's file. */
export interface History {
  /** The upload of the file that the current attempt converts. */
  readonly upload: Upload;
  /** The content item's own upload; it differs from `upload` while a replacement is converted. */
  readonly own: Upload | undefined;
  /** Also present while it is being deleted. */
  readonly content: Content | undefined;
  /** The attempts to convert that file. */
  readonly attempts: readonly Attempt[];
  /** Runs of steps for any attempt. */
  readonly runs: readonly StepRun[];
}

/** Reads the history in three strongly consistent queries. Undefined when there is no such upload. */
export const readHistory = async (table: Table, contentId: string): Promise<History | undefined> => {
  const { pk: partition } = contentEntity.key({ id: contentId });
  const records = table.queryAll({ partition, limit: 100, consistent: true });
  const [uploads, found, runs] = await Promise.all([
    readUploads(table, contentId),
    records,
    readRuns(table, contentId, records),
  ]);
  const itemsOf = (type: string) => found.filter((item) => item.type === type);
  const item = itemsOf('CONTENT')[0];
  const content = item && contentEntity.parse(item);
  const attempts = itemsOf('ATTEMPT').map((attempt) => attemptEntity.parse(attempt));
  const own = uploads.find(({ replacement }) => !replacement);
  const current = attempts.find((attempt) => attemptId(attempt) === (content ?? own)?.current_attempt);
  const upload = uploads.find(({ key }) => key === current?.source_key) ?? own;
  return (
    upload && {
      upload,
      own,
      content,
      attempts: attempts.filter(({ source_key: key }) => key === (current?.source_key ?? upload.key)),
      runs,
    }
  );
};

/** The time in milliseconds since the epoch, and what the stage analyzes. */
interface Circumstances {
  readonly now: () => number;
  readonly stage: StageAnalysis;
}

/** What the steps are derived from. */
export const stepSourcesOf = (history: History, { now, stage }: Circumstances): StepSources => {
  const { upload, attempts, runs, content, own } = history;
  return {
    upload,
    attempts,
    runs,
    stage,
    now: now(),
    current: factsOf(history).current_attempt,
    waits: content?.waiting_file?.source_key === upload.key,
    restartable: content !== undefined && (isAlive(history) || own?.state === 'claimed'),
  };
};

/** Reads what the steps of a content item are derived from, as a worker of a step needs it. */
export const sourcesReader =
  (
    conversions: { readonly readHistory: (contentId: string) => Promise<History | undefined> },
    circumstances: Circumstances,
  ) =>
  async (contentId: string): Promise<StepSources | undefined> => {
    const history = await conversions.readHistory(contentId);
    return history && stepSourcesOf(history, circumstances);
  };
