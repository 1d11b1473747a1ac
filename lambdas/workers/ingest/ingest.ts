import { optimistic, RETRY } from '../../domain/optimistic.ts';
import { takeOver } from '../../domain/conversion/attempt.ts';
import { beginAttempt } from './begin-attempt.ts';
import { ClaimBusyError } from './claim-busy-error.ts';
import type { IngestDeps } from './deps.ts';
import type { IngestMessage } from './message.ts';
import { discardUnauthorized } from './discard-unauthorized.ts';
import { readDecision } from './read-decision.ts';
import { finishRejection } from './reject-source.ts';
import { startConversion } from './start-conversion.ts';

const removeArrived = async (deps: IngestDeps, message: IngestMessage): Promise<void> => {
  if (message.kind === 'arrived') await deps.store.remove(message.key, message.versionId);
};

/** Reads, decides and acts. False when something changed in between. */
const tryIngest = async (deps: IngestDeps, message: IngestMessage): Promise<boolean> => {
  const found = await readDecision(deps, message);
  if (!found) {
    // No record refers to this file, so nothing else would ever delete it.
    await removeArrived(deps, message);
    return true;
  }
  const { record, current, decision } = found;
  switch (decision.do) {
    case 'nothing':
      if (current?.failure === 'rejected') await finishRejection(deps, record.upload, current);
      return true;
    case 'remove':
      await removeArrived(deps, message);
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
      if (await discardUnauthorized(deps, record.upload, message.versionId)) return true;
      const started = await beginAttempt(deps, found, message, decision.attempt);
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
