import type { Logger } from '../logger.ts';
import { failed, type StoredRequest } from './data-request.ts';

/** What storing a failure needs. */
export interface FailureDeps {
  readonly requests: {
    get(userId: string, id: string): Promise<StoredRequest | undefined>;
    save(before: StoredRequest, after: StoredRequest): Promise<boolean>;
  };
  readonly logger: Pick<Logger, 'warn'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Stores why the run of a request failed, for administrators. When that fails too, the log still has the cause. */
export const recordFailure = async (
  { requests, logger, now }: FailureDeps,
  { userId, id, error }: { readonly userId: string; readonly id: string; readonly error: unknown },
): Promise<void> => {
  try {
    const request = await requests.get(userId, id);
    // The email about a complete export can fail; nothing of a complete erasure is repeated.
    const isOver = request?.request_type === 'erasure' && /completed|rejected/.test(request.status);
    if (request && !isOver) await requests.save(request, failed(request, error, now()));
  } catch {
    logger.warn('The failure of a request could not be stored', { requestId: id });
  }
};
