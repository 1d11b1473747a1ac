import type { ContentLookup } from '../../data/content/content-lookup.ts';
import type { CreatorRepository } from '../../data/content/creator-repository.ts';
import type { DeliveryRepository } from '../../data/delivery/delivery-repository.ts';
import type { PlayStatisticsReader } from '../../data/delivery/play-statistics-reader.ts';

/** Dependencies of the use cases. */
export interface PlaysDeps {
  readonly statistics: PlayStatisticsReader;
  readonly delivery: Pick<DeliveryRepository, 'days' | 'months'>;
  readonly titles: ContentLookup;
  readonly creators: Pick<CreatorRepository, 'get' | 'ofUser'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
