import type { DataRequestRepository } from '../../data/privacy/data-request-repository.ts';
import type { InactiveAccountRepository } from '../../data/privacy/inactive-account-repository.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Mailer } from '../../platform/messages/mailer.ts';

/** Dependencies of the warnings. */
export interface WarnDeps {
  readonly accounts: InactiveAccountRepository;
  readonly requests: Pick<DataRequestRepository, 'askErasure'>;
  /** The users whose data a legal hold keeps. */
  readonly heldUsers: () => Promise<ReadonlySet<string>>;
  readonly mailer: Mailer;
  readonly siteUrl: () => Promise<string>;
  readonly logger: Logger;
  /** A new request's id. */
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
