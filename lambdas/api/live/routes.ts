import type { LiveTicketRepository } from '../../data/live/live-ticket-repository.ts';
import type { Route } from '../../http/route.ts';
import { createTicket } from './create-ticket.ts';

/** What the use cases of this feature need. */
export interface LiveDeps {
  readonly tickets: Pick<LiveTicketRepository, 'create'>;
  /** Random text of the contract's form. */
  readonly newTicket: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The feature's endpoints. */
export const liveRoutes = (deps: LiveDeps): readonly Route[] => [createTicket(deps)];
