import type { DataRequestRepository } from '../../data/privacy/data-request-repository.ts';
import type { PersonItemsPage } from '../../data/privacy/person-items.ts';
import type { Logger } from '../../domain/logger.ts';
import type { ExportStore } from '../../platform/privacy/export-store.ts';
import type { Mailer } from '../../platform/messages/mailer.ts';
import type { PoolRecords } from '../../platform/privacy/pool-records.ts';

/** Dependencies of the worker. */
export interface MakeExportDeps {
  readonly requests: Pick<DataRequestRepository, 'get' | 'save' | 'completeExport'>;
  readonly itemsOf: (userId: string) => AsyncGenerator<PersonItemsPage>;
  readonly account: Pick<PoolRecords, 'find'>;
  readonly files: ExportStore;
  readonly mailer: Mailer;
  readonly siteUrl: () => Promise<string>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
