import type { TestedConnection } from '../../contract/delivery/tools.ts';
import type { CdnRecordRepository } from '../../data/content/cdn-record-repository.ts';
import type { ContentRepository } from '../../data/content/content-repository.ts';
import type { AuditAct } from '../../domain/audit/act.ts';
import type { BucketSettings } from '../../domain/delivery/bucket-tools.ts';
import type { Declared } from '../../domain/delivery/declared.ts';
import type { StageDistribution } from '../../domain/delivery/stage-distribution.ts';
import type { Logger } from '../../domain/logger.ts';
import type { RenditionStore } from '../../platform/storage/stored-objects.ts';
import type { RestartDeps } from '../restart-conversion.ts';

/** Asks a dependency for something cheap. Rejects when it does not respond. */
export type Probe = readonly [name: TestedConnection['name'], ask: () => Promise<unknown>];

/** Dependencies of this feature's endpoints. */
export interface DeliveryToolsDeps extends RestartDeps {
  readonly content: Pick<ContentRepository, 'get' | 'listAll'>;
  readonly records: CdnRecordRepository;
  readonly settings: BucketSettings;
  /** What the template declares about the buckets. */
  readonly readDeclared: () => Promise<Declared>;
  readonly distribution: StageDistribution;
  readonly renditions: Pick<RenditionStore, 'has'>;
  readonly probes: readonly Probe[];
  /** Records an action whose effect is outside the table. */
  readonly recordAct: (act: AuditAct, now: string) => Promise<void>;
  readonly logger: Logger;
}
