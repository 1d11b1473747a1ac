import type { BillingRepository } from '../../data/billing/billing-repository.ts';
import type { PersonEraser } from '../../data/privacy/person-eraser.ts';
import type { DataRequestRepository } from '../../data/privacy/data-request-repository.ts';
import type { PersonItemsPage } from '../../data/privacy/person-items.ts';
import type { PersonReferences } from '../../data/privacy/person-references.ts';
import type { PersonIds } from '../../data/table/entity.ts';
import type { Logger } from '../../domain/logger.ts';
import type { EraseState } from '../../domain/privacy/data-request.ts';
import type { ExportFiles } from '../../platform/privacy/export-store.ts';
import type { Mailer } from '../../platform/messages/mailer.ts';
import type { PoolRecords } from '../../platform/privacy/pool-records.ts';
import type { StripeProvider } from '../../platform/stripe/provider.ts';

/** Dependencies of the worker. */
export interface EraseDeps {
  readonly requests: Pick<DataRequestRepository, 'get' | 'listOwn' | 'listDue' | 'save' | 'begin' | 'saveSecret'>;
  readonly itemsOf: (person: PersonIds) => AsyncGenerator<PersonItemsPage>;
  readonly eraser: PersonEraser;
  readonly references: PersonReferences;
  readonly account: PoolRecords;
  readonly files: Pick<ExportFiles, 'removeAll'>;
  readonly billing: Pick<BillingRepository, 'read'>;
  readonly stripe: StripeProvider;
  readonly mailer: Mailer;
  readonly siteUrl: () => Promise<string>;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a step knows, and how it stores its progress. */
export interface EraseContext {
  readonly userId: string;
  readonly state: EraseState;
  readonly store: (state: EraseState) => Promise<void>;
}
