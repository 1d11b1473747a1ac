import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { arrivalFactsOf, factsOf, isAlive, type ConversionRecord } from '../../data/conversion/conversion-record.ts';
import { decideArrival, decideRequest, type ArrivalDecision } from '../../domain/conversion/arrival.ts';
import { isFirstOf, newAttempt, parseAttemptId, takeOver, type Attempt } from '../../domain/conversion/attempt.ts';
import { ClaimBusyError } from './claim-busy-error.ts';
import type { IngestDeps } from './deps.ts';
import type { IngestMessage } from './message.ts';
import { finishRejection } from './reject-source.ts';
import { startConversion } from './start-conversion.ts';

const currentAttempt = async (deps: IngestDeps, home: ConversionRecord): Promise<Attempt | undefined> => {
  const { current_attempt: current } = factsOf(home);
  return current ? deps.attempts.get({ content_id: home.upload.content_id, ...parseAttemptId(current) }) : undefined;
};

const begin = async (
  deps: IngestDeps,
  home: ConversionRecord,
  message: IngestMessage & { kind: 'arrived' },
  current: Attempt | undefined,
  number: number,
) => {
  const { upload } = home;
  const { content_id: contentId, upload_id: uploadId, key: sourceKey } = upload;
  const attempt = newAttempt(
    { contentId, uploadId, sourceKey, versionId: message.versionId, attempt: number, first: isFirstOf(upload, number) },
    deps.now(),
    true,
  );
  return (await deps.conversions.begin(home, attempt, current, { source_sequencer: message.sequencer }))
    ? attempt
    : undefined;
};

/** One reading of the table and what follows from it. False when something changed in between: read again. */
const attend = async (deps: IngestDeps, message: IngestMessage): Promise<boolean> => {
  const requested =
    message.kind === 'requested'
      ? await deps.attempts.get({
          content_id: message.contentId,
          version_id: message.versionId,
          attempt: message.attempt,
        })
      : undefined;
  const home = await deps.conversions.readRecord(
    message.contentId,
    message.kind === 'arrived' ? message.key : requested?.source_key,
  );
  if (!home || !isAlive(home)) {
    // Nobody wants this file (any more): without this it would lie there for ever, held by no record.
    if (message.kind === 'arrived') await deps.store.remove(message.key, message.versionId);
    return true;
  }
  const latest = await currentAttempt(deps, home);
  // Another file of the content may be at work: what its attempt does is no business of this one.
  const current = latest?.source_key === home.upload.key ? latest : undefined;
  const decision: ArrivalDecision =
    message.kind === 'arrived'
      ? decideArrival(arrivalFactsOf(home), current, message, deps.now())
      : decideRequest(factsOf(home), requested, deps.now());
  switch (decision.do) {
    case 'nothing':
      if (current?.failure === 'rejected') await finishRejection(deps, home.upload, current);
      return true;
    case 'wait':
      throw new ClaimBusyError(message.contentId);
    case 'take-over': {
      const taken = current && (await deps.conversions.saveAttempt(current, takeOver(current, deps.now())));
      if (taken) await startConversion(deps, home, taken, { search: true });
      return taken !== undefined;
    }
    case 'start': {
      if (message.kind !== 'arrived') return true;
      const begun = await begin(deps, home, message, latest, decision.attempt);
      if (begun) await startConversion(deps, home, begun, { search: false });
      return begun !== undefined;
    }
  }
};

/**
 * Works one event: claims the version, checks it, and starts its conversion. Events may come twice, late and in any
 * order.
 */
export const ingest = async (deps: IngestDeps, message: IngestMessage): Promise<void> => {
  await optimistic(async () => (await attend(deps, message)) || RETRY);
};
