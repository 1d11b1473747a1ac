/** What an operator does with the data of a user who cannot use the profile, such as after a request by letter. */
import { zipSync } from 'fflate';
import type { DataRequestRepository } from '../../lambdas/data/privacy/data-request-repository.ts';
import type { LegalHoldRepository } from '../../lambdas/data/privacy/legal-hold-repository.ts';
import type { PersonItemsPage } from '../../lambdas/data/privacy/person-items.ts';
import { UserId } from '../../lambdas/contract/shared.ts';
import { AppError } from '../../lambdas/domain/app-error.ts';
import { OPERATOR } from '../../lambdas/domain/audit/act.ts';
import { newOperatorRequest, newRepeatedRequest } from '../../lambdas/domain/privacy/data-request.ts';
import { publishHoldChange } from '../../lambdas/domain/privacy/hold-changes.ts';
import { exportFiles } from '../../lambdas/domain/privacy/export-file.ts';
import type { EventBus } from '../../lambdas/platform/messages/event-bus.ts';
import type { PoolRecords } from '../../lambdas/platform/privacy/pool-records.ts';
import { readLists } from '../../lambdas/workers/privacy-export/read-lists.ts';
import { OperatorError } from '../operator.ts';

/** What the actions use. */
export interface RequestTools {
  readonly requests: DataRequestRepository;
  readonly holds: Pick<LegalHoldRepository, 'set' | 'release'>;
  readonly itemsOf: (userId: string) => AsyncGenerator<PersonItemsPage>;
  readonly account: Pick<PoolRecords, 'find'>;
  readonly events: Pick<EventBus, 'publish'>;
  /** A new request's id. */
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Returns a ZIP with all data of a user, and records in the audit log that it was made. The profile does not offer it.
 * A request of the user that is being processed stays as it is.
 */
export const exportFor = async (tools: RequestTools, userId: string): Promise<Uint8Array> => {
  const asked = newOperatorRequest(tools.newId(), userId, 'export', tools.now());
  // First, so that no data leaves without an entry.
  await tools.requests.recordOperatorExport(userId, asked.created_at);
  const stored = await tools.requests.askExport(asked);
  const at = new Date(tools.now()).toISOString();
  const files = exportFiles({ userId, requestId: asked.id, at, ...(await readLists(tools, userId)) });
  const zip = zipSync(files, { mtime: tools.now() });
  if (stored.id === asked.id)
    await tools.requests.completeExport(stored, { ...stored, status: 'completed', completed_at: at });
  return zip;
};

/**
 * Asks for the erasure of a user, as the user does in the profile: the account is disabled, its user is mailed a link
 * that withdraws the request, and it is erased a day later. Returns when that is; undefined when it waits for the end
 * of a legal hold.
 */
export const eraseFor = async (tools: RequestTools, userId: string): Promise<string | undefined> => {
  const asked = newOperatorRequest(tools.newId(), userId, 'erasure', tools.now());
  try {
    const stored = await tools.requests.askErasure(asked);
    await tools.events.publish('DataRequested.v1', { userId, requestId: stored.id, requestType: 'erasure' });
    return stored.held_since === undefined ? stored.starts_at : undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_state') throw error;
    throw new OperatorError(
      'This account is disabled: it is about to be erased, or an administrator disabled it. ' +
        'If it may be erased, enable it under Users, then run the command again.',
    );
  }
};

/** The users of a list that `erasures` printed: one id in each line. Throws OperatorError for anything else. */
export const readErased = (text: string): readonly string[] => {
  const ids = text.split('\n').filter((line) => line !== '');
  const wrong = ids.findIndex((id) => !UserId.safeParse(id).success);
  if (wrong >= 0) throw new OperatorError(`Line ${wrong + 1} is no id of a user. Nothing was changed.`);
  return ids;
};

/**
 * Asks to erase again users whose data a restore brought back. The next run of the worker erases them, without a mail.
 * A user whom the restored state does not contain costs nothing: the worker finds no data. Returns the users who could
 * not be asked for: an administrator who would be the last one.
 */
export const repeatErasures = async (
  tools: Pick<RequestTools, 'requests' | 'newId' | 'now'>,
  userIds: readonly string[],
): Promise<readonly string[]> => {
  const left: string[] = [];
  for (const userId of userIds) {
    const request = newRepeatedRequest(tools.newId(), userId, tools.now());
    try {
      await tools.requests.askErasure(request);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'invalid_state') await tools.requests.repeatErasure(request);
      else if (error.code === 'last_admin') left.push(userId);
      else throw error;
    }
  }
  return left;
};

/**
 * Sets or releases a legal hold. Returns how many erasures wait for its end, or no longer do. Throws OperatorError when
 * there is a hold already, or none, and when the erasure has begun.
 */
export const changeHold = async (
  tools: Pick<RequestTools, 'holds' | 'events' | 'now'>,
  userId: string,
  { action, reason }: { readonly action: 'hold' | 'release'; readonly reason: string },
): Promise<number> => {
  const at = new Date(tools.now()).toISOString();
  const change = { userId, reason, at, by: { actor: OPERATOR, requestId: 'npm run data-request' } };
  try {
    const erasures = action === 'hold' ? (await tools.holds.set(change)).waiting : await tools.holds.release(change);
    await publishHoldChange(tools.events, userId, erasures);
    return erasures.length;
  } catch (error) {
    throw error instanceof AppError ? new OperatorError(error.message) : error;
  }
};
