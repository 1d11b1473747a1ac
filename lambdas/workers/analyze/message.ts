import { stepRunOf, type StepRunIds } from '../../domain/pipeline/step-run.ts';
import { messageOf } from '../../events/app-events.ts';

const StepRequested = messageOf('StepRequested.v1');

/** Reads the requested run. @throws ZodError for another event */
export const parseMessage = (body: unknown): StepRunIds => {
  return stepRunOf(StepRequested.parse(body).detail);
};
