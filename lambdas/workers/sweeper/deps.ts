import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { LeftoverRepository } from '../../data/conversion/leftover-repository.ts';
import type { RemovalRepository } from '../../data/content/removal-repository.ts';
import type { UploadRepository } from '../../data/conversion/upload-repository.ts';
import type { StepRepository } from '../../data/pipeline/step-repository.ts';
import type { StepDefinition } from '../../domain/pipeline/definition.ts';
import type { Logger } from '../../domain/logger.ts';
import type { Converter } from '../../platform/converter.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';
import type { UploadStore } from '../../platform/storage/upload-store.ts';

/** Dependencies of the worker. */
export interface SweeperDeps {
  readonly uploads: Pick<UploadRepository, 'get' | 'listDue' | 'abort' | 'postpone' | 'markCleaned'>;
  readonly attempts: Pick<AttemptRepository, 'listDue' | 'get' | 'list' | 'remove'>;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly conversions: Pick<ConversionRepository, 'advance' | 'saveAttempt'>;
  readonly steps: Pick<StepRepository, 'listDue' | 'save' | 'removeOf'>;
  /** @default the product's pipeline */
  readonly definitions?: readonly StepDefinition[];
  readonly leftovers: Pick<LeftoverRepository, 'listDue' | 'postpone' | 'settle'>;
  readonly removals: Pick<RemovalRepository, 'listDue' | 'postpone'>;
  readonly store: Pick<UploadStore, 'dropParts'>;
  /** Remove all versions under a prefix. */
  readonly removeSources: (prefix: string) => Promise<number>;
  readonly removeRenditions: (prefix: string) => Promise<number>;
  readonly converter: Pick<Converter, 'cancelJob'>;
  readonly events: EventBus;
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}
