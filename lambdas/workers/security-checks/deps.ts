import type { CheckRepository } from '../../data/security/check-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Attempt, Reply, TimedCall } from '../../domain/security/phases/attempt.ts';

/** Calls the site as a visitor does. */
export interface Caller {
  /** Makes one attempt. Throws when there is no response at all, which shows nothing. */
  readonly attempt: (attempt: Attempt) => Promise<Reply>;
  /** Makes one call and measures it. Never throws: a call without a response has failed. */
  readonly time: (url: string, headers: Attempt['headers']) => Promise<TimedCall>;
}

/** Dependencies of the worker. */
export interface ChecksDeps {
  readonly checks: CheckRepository;
  readonly caller: Caller;
  /** Origin of the site. */
  readonly siteUrl: () => Promise<string>;
  /** The stage's secret key, in base64. */
  readonly readKey: () => Promise<string>;
  readonly mediaUrl: string;
  readonly uploadsUrl: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
