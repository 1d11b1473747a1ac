import type { LiveConnectionRepository } from '../../data/live/live-connection-repository.ts';
import type { LiveTopicRepository } from '../../data/live/live-topic-repository.ts';
import type { RightsRepository } from '../../data/people/rights-repository.ts';
import type { Channels, SendingQueue } from '../../domain/live/ports.ts';
import type { CountedThing } from '../../domain/counts/counted.ts';
import type { FollowUp } from '../../domain/library/follow-up.ts';
import type { Logger } from '../../domain/logger.ts';

/** What the worker needs. */
export interface ChangesDeps {
  readonly connections: Pick<LiveConnectionRepository, 'ofPerson' | 'get' | 'forget'>;
  readonly rights: Pick<RightsRepository, 'read'>;
  readonly topics: Pick<LiveTopicRepository, 'hasSubscribers' | 'changeState'>;
  readonly channels: Pick<Channels, 'close'>;
  readonly queue: SendingQueue;
  /** Hands on what likes and playlists are to follow. */
  readonly publishFollowUp: (followUp: FollowUp) => Promise<void>;
  /** Hands on what is to be counted anew. */
  readonly recount: (thing: CountedThing) => Promise<void>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
}
