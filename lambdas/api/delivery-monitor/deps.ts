import type { DeliveryAlerts, MonitorReader } from '../../data/delivery/watch-repository.ts';
import type { DistributionReader } from '../../domain/delivery/distribution-facts.ts';
import type { Logger } from '../../domain/logger.ts';

/** Dependencies of the use cases. */
export interface MonitorDeps {
  readonly reader: MonitorReader;
  readonly alerts: DeliveryAlerts;
  readonly distribution: Pick<DistributionReader, 'read'>;
  /** The id of the stage's distribution. */
  readonly readDistribution: () => Promise<string>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
