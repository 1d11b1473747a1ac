import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { arrivalFactsOf, factsOf, isAlive, type ConversionRecord } from '../../data/conversion/conversion-record.ts';
import { decideArrival, decideRequest, type ArrivalDecision } from '../../domain/conversion/arrival.ts';
import { isFirstOf, newAttempt, parseAttemptId, takeOver, type Attempt } from '../../domain/conversion/attempt.ts';
import { ClaimBusyError } from './claim-busy-error.ts';
import type { IngestDeps } from './deps.ts';
import type { IngestMessage } from './message.ts';
import { finishRejection } from './reject-source.ts';
import { startConversion } from './start-conversion.ts';

const currentAttempt = async (deps: IngestDeps, record: ConversionRecord): Promise<Attempt | undefined> => {
  const { current_attempt: current } = factsOf(record);
  return current ? deps.attempts.get({ content_id: record.upload.content_id, ...parseAttemptId(current) }) : undefined;
};

const begin = async (
  deps: IngestDeps,
  record: ConversionRecord,
  message: IngestMessage & { kind: 'arrived' },
  current: Attempt | undefined,
  number: number,
) => {
  const { upload } = record;
  const { content_id: contentId, upload_id: uploadId, key: sourceKey } = upload;
  const attempt = newAttempt(
    { contentId, uploadId, sourceKey, versionId: message.versionId, attempt: number, first: isFirstOf(upload, number) },
    deps.now(),
    true,
  );
  return (await deps.conversions.begin(record, attempt, current, { source_sequencer: message.sequencer }))
    ? attempt
    : undefined;
};

/** Reads the record, decides and acts. False when something changed in between. */
const tryIngest = async (deps: IngestDeps, message: IngestMessage): Promise<boolean> => {
  const requested =
    message.kind === 'requested'
      ? await deps.attempts.get({
          content_id: message.contentId,
          version_id: message.versionId,
          attempt: message.attempt,
        })
      : undefined;
  const record = await deps.conversions.readRecord(
    message.contentId,
    message.kind === 'arrived' ? message.key : requested?.source_key,
  );
  if (!record || !isAlive(record)) {
    // No record refers to this file, so nothing else would ever delete it.
    if (message.kind === 'arrived') await deps.store.remove(message.key, message.versionId);
    return true;
  }
  const latest = await currentAttempt(deps, record);
  // Another file of the content item may be in conversion; its attempt does not affect this one.
  const current = latest?.source_key === record.upload.key ? latest : undefined;
  const decision: ArrivalDecision =
    message.kind === 'arrived'
      ? decideArrival(arrivalFactsOf(record), current, message, deps.now())
      : decideRequest(factsOf(record), requested, deps.now());
  switch (decision.do) {
    case 'nothing':
      if (current?.failure === 'rejected') await finishRejection(deps, record.upload, current);
      return true;
    case 'wait':
      throw new ClaimBusyError(message.contentId);
    case 'take-over': {
      const claimed = current && (await deps.conversions.saveAttempt(current, takeOver(current, deps.now())));
      if (claimed) await startConversion(deps, record, claimed, { search: true });
      return claimed !== undefined;
    }
    case 'start': {
      if (message.kind !== 'arrived') return true;
      const started = await begin(deps, record, message, latest, decision.attempt);
      if (started) await startConversion(deps, record, started, { search: false });
      return started !== undefined;
    }
  }
};

/**
 * Processes one event: claims the version, checks it, and starts its conversion. Events can arrive twice, late and in
 * any order.
 */
export const ingest = async (deps: IngestDeps, message: IngestMessage): Promise<void> => {
  await optimistic(async () => (await tryIngest(deps, message)) || RETRY);
};
