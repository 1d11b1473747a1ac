import type { LiveConnectionRepository } from '../../data/live/live-connection-repository.ts';
import type { Access } from '../../domain/accounts/actor.ts';
import type { RateCounters } from '../../domain/limits/rate-limit.ts';
import type { Channels } from '../../domain/live/ports.ts';
import type { Logger } from '../../domain/logger.ts';

/** Dependencies of the worker. */
export interface SocketDeps {
  /** Whether a handshake with these headers came through the distribution. */
  readonly isFromDistribution: (headers: Readonly<Record<string, string | undefined>> | undefined) => boolean;
  readonly connections: Pick<
    LiveConnectionRepository,
    'readTicket' | 'open' | 'get' | 'keepAlive' | 'ofPerson' | 'saveTopics' | 'forget'
  >;
  readonly counters: RateCounters;
  /** A user's rights and sessions, strongly consistent. */
  readonly readAccess: (userId: string) => Promise<Access | undefined>;
  readonly channels: Channels;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
