import type { AttemptRepository } from '../../data/conversion/attempt-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { ConversionRepository } from '../../data/conversion/conversion-repository.ts';
import type { Route } from '../../http/route.ts';
import type { EventBus } from '../../platform/event-bus.ts';
import { awsConversionV3 } from './aws-conversion-v3.ts';
import { listSteps } from './list-steps.ts';
import { runStep } from './run-step.ts';

/** What the use cases of this feature need. */
export interface ConversionApiDeps {
  readonly conversions: Pick<ConversionRepository, 'readRecord' | 'readHistory' | 'begin' | 'saveAttempt'>;
  readonly content: Pick<ContentRecords, 'get'>;
  readonly attempts: Pick<AttemptRepository, 'get'>;
  readonly events: EventBus;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The feature's endpoints. */
export const conversionRoutes = (deps: ConversionApiDeps): readonly Route[] => [
  awsConversionV3(deps),
  listSteps(deps),
  runStep(deps),
];
