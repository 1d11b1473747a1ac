import type { AnalysisResultRepository } from '../../data/analysis/result-repository.ts';
import type { ContentRecords } from '../../data/content/content-records.ts';
import type { EvaluationRepository } from '../../data/safety/evaluation-repository.ts';
import type { VerdictRepository } from '../../data/safety/safety-repository.ts';
import type { Content } from '../../domain/content/content.ts';
import type { Logger } from '../../domain/logger.ts';
import type { StepRunner } from '../../domain/pipeline/run-step.ts';
import type { PolicyVersion } from '../../domain/safety/policy.ts';
import type { PlatformSettings } from '../../domain/settings/settings.ts';
import type { EventBus } from '../../platform/messages/event-bus.ts';

/** Dependencies of the worker. */
export interface SafetyWorkerDeps extends Omit<StepRunner, 'publish'> {
  readonly publish: EventBus['publish'];
  readonly content: Pick<ContentRecords, 'get'>;
  readonly results: Pick<AnalysisResultRepository, 'list'>;
  readonly verdicts: Pick<VerdictRepository, 'listVerdicts' | 'saveVerdict'>;
  readonly evaluations: EvaluationRepository;
  readonly readPolicy: () => Promise<PolicyVersion>;
  readonly readSettings: () => Promise<PlatformSettings>;
  /** Saves the publication of an item that waited. Throws ConditionFailed when it changed since it was read. */
  readonly savePublication: (before: Content, after: Content) => Promise<void>;
  /** Syncs the public stills of a content item with its state. */
  readonly syncStills: (content: Content) => Promise<unknown>;
  readonly logger: Logger;
}
