import type { AppEvent } from '../../events/app-events.ts';
import type { StoredRequest } from './data-request.ts';

/** Publishes the events that follow from a change of a legal hold. */
interface HoldEvents {
  publish<T extends 'LegalHoldChanged.v1' | 'DataRequested.v1'>(type: T, detail: AppEvent<T>): Promise<void>;
}

/**
 * Publishes the change of a user's legal hold: whether their data expires follows from it, and each erasure that now
 * waits for the hold or no longer does causes an email. One that a restore repeats mails nothing.
 */
export const publishHoldChange = async (
  events: HoldEvents,
  userId: string,
  erasures: readonly StoredRequest[],
): Promise<void> => {
  await events.publish('LegalHoldChanged.v1', { userId });
  for (const { id: requestId, cause } of erasures)
    if (cause !== 'restore') await events.publish('DataRequested.v1', { userId, requestId, requestType: 'erasure' });
};
