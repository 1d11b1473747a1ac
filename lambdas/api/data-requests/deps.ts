import type { DataRequestList, DataRequestRepository } from '../../data/privacy/data-request-repository.ts';
import type { LegalHoldRepository } from '../../data/privacy/legal-hold-repository.ts';
import type { RateCounters } from '../../domain/limits/rate-limit.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';
import type { ExportSigner } from '../../platform/privacy/export-store.ts';

/** Dependencies of the use cases. */
export interface DataRequestsDeps {
  readonly requests: Pick<
    DataRequestRepository,
    'get' | 'listOwn' | 'openExport' | 'askExport' | 'askErasure' | 'withdraw'
  >;
  readonly all: DataRequestList;
  readonly holds: Pick<LegalHoldRepository, 'get'>;
  readonly signer: ExportSigner;
  readonly counters: RateCounters;
  readonly events: EventBus;
  /** A new request id. */
  readonly newId: () => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}
