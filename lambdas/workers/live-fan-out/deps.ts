import type { LiveConnectionRepository } from '../../data/live/live-connection-repository.ts';
import type { LiveTopicRepository } from '../../data/live/live-topic-repository.ts';
import type { Channels, SendingQueue } from '../../domain/live/ports.ts';
import type { Logger } from '../../domain/logger.ts';

/** Dependencies of the worker. */
export interface FanOutDeps {
  readonly connections: Pick<LiveConnectionRepository, 'forget'>;
  readonly topics: Pick<LiveTopicRepository, 'subscribers' | 'changeState' | 'dropSubscriber'>;
  readonly channels: Pick<Channels, 'post'>;
  readonly queue: SendingQueue;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Creates a unique id for a sending. */
  readonly newClaim: () => string;
}
