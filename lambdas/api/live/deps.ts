import type { LiveTicketRepository } from '../../data/live/live-ticket-repository.ts';

/** What the use cases of this feature need. */
export interface LiveDeps {
  readonly tickets: Pick<LiveTicketRepository, 'create'>;
  /** Random text of the contract's form. */
  readonly newTicket: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
