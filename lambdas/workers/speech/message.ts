import * as z from 'zod/mini';
import { stepRunOf, type StepRunIds } from '../../domain/pipeline/step-run.ts';
import { EVENT_SOURCE, messageOf } from '../../events/app-events.ts';

const StepRequested = messageOf('StepRequested.v1');

/** An event of Amazon Transcribe ("Monitoring Amazon Transcribe with EventBridge"). */
const JobChanged = z.object({
  source: z.literal('aws.transcribe'),
  'detail-type': z.literal('Transcribe Job State Change'),
  detail: z.object({ TranscriptionJobName: z.string(), TranscriptionJobStatus: z.string() }),
});

const Event = z.union([StepRequested, JobChanged]);

/** A request to run the step, or the end of a job that a run waits for. */
export type SpeechMessage =
  { readonly kind: 'run'; readonly ids: StepRunIds } | { readonly kind: 'job'; readonly name: string };

/** Parses an event. @throws ZodError for any other event */
export const parseMessage = (body: unknown): SpeechMessage => {
  const event = Event.parse(body);
  if (event.source !== EVENT_SOURCE) return { kind: 'job', name: event.detail.TranscriptionJobName };
  return { kind: 'run', ids: stepRunOf(event.detail) };
};
