import type { SecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import type { LiveConnectionRepository } from '../../data/live/live-connection-repository.ts';
import type { LiveTopicRepository } from '../../data/live/live-topic-repository.ts';
import type { Access } from '../../domain/accounts/actor.ts';
import type { Channels, SendingQueue } from '../../domain/live/ports.ts';
import type { Logger } from '../../domain/logger.ts';
import type { EventBatches } from '../../platform/messages/event-bus.ts';

/** Dependencies of the worker. */
export interface ChangesDeps {
  readonly connections: Pick<LiveConnectionRepository, 'ofPerson' | 'get' | 'forget'>;
  /** A user's rights and sessions, strongly consistent. */
  readonly readAccess: (userId: string) => Promise<Access | undefined>;
  readonly events: Pick<SecurityEventRepository, 'put'>;
  readonly topics: Pick<LiveTopicRepository, 'hasSubscribers' | 'changeState'>;
  readonly channels: Pick<Channels, 'post' | 'close'>;
  readonly queue: SendingQueue;
  readonly bus: EventBatches;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}
