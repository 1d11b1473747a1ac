import { arrivalFactsOf, factsOf, isAlive, type ConversionRecord } from '../../data/conversion/conversion-record.ts';
import { decideArrival, decideRequest, type ArrivalDecision } from '../../domain/conversion/arrival.ts';
import { parseAttemptId, type Attempt } from '../../domain/conversion/attempt.ts';
import type { IngestDeps } from './deps.ts';
import type { IngestMessage } from './message.ts';

/** The stored state of a file, and what an event about it requires. */
export interface IngestDecision {
  readonly record: ConversionRecord;
  /** The content item's current attempt, of any of its files. */
  readonly latest: Attempt | undefined;
  /** The same if it converts this file. The attempt of another file does not affect this one. */
  readonly current: Attempt | undefined;
  readonly decision: ArrivalDecision;
}

const latestAttempt = async (deps: IngestDeps, record: ConversionRecord): Promise<Attempt | undefined> => {
  const { current_attempt: current } = factsOf(record);
  return current ? deps.attempts.get({ content_id: record.upload.content_id, ...parseAttemptId(current) }) : undefined;
};

const requestedAttempt = async (deps: IngestDeps, message: IngestMessage): Promise<Attempt | undefined> =>
  message.kind === 'requested'
    ? deps.attempts.get({ content_id: message.contentId, version_id: message.versionId, attempt: message.attempt })
    : undefined;

/** Reads the conversion record and decides. Undefined if no record accepts updates for this file. */
export const readDecision = async (deps: IngestDeps, message: IngestMessage): Promise<IngestDecision | undefined> => {
  const requested = await requestedAttempt(deps, message);
  const sourceKey = message.kind === 'arrived' ? message.key : requested?.source_key;
  const record = await deps.conversions.readRecord(message.contentId, sourceKey);
  if (!record || !isAlive(record)) return undefined;
  const latest = await latestAttempt(deps, record);
  const current = latest?.source_key === record.upload.key ? latest : undefined;
  const decision =
    message.kind === 'arrived'
      ? decideArrival(
          arrivalFactsOf(record),
          current,
          { versionId: message.versionId, checked: record.upload.checked_version_id },
          deps.now(),
        )
      : decideRequest(factsOf(record), requested, deps.now());
  return { record, latest, current, decision };
};
