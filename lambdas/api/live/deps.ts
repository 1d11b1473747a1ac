import type { LiveTicketRepository } from '../../data/live/live-ticket-repository.ts';

/** Dependencies of the use cases. */
export interface LiveDeps {
  readonly tickets: Pick<LiveTicketRepository, 'create'>;
  /** Creates a random ticket in the contract's format. */
  readonly newTicket: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
