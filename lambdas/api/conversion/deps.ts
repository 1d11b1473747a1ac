import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { StepRepository } from '../../data/pipeline/step-repository.ts';
import type { StepDefinition } from '../../domain/pipeline/definition.ts';
import type { StageAnalysis } from '../../domain/pipeline/stage.ts';
import type { Converter } from '../../platform/converter.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';

/** Dependencies of this feature's endpoints. */
export interface ConversionApiDeps {
  readonly conversions: Pick<ConversionRepository, 'readRecord' | 'readHistory' | 'begin' | 'advance'>;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly attempts: Pick<AttemptRepository, 'get' | 'list'>;
  readonly steps: Pick<StepRepository, 'create'>;
  readonly events: EventBus;
  readonly converter: Pick<Converter, 'cancelJob'>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** What the stage analyzes. */
  readonly stage: StageAnalysis;
  /** @default the product's pipeline */
  readonly definitions?: readonly StepDefinition[];
}
