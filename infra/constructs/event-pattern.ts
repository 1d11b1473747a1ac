import type { EventPattern } from 'aws-cdk-lib/aws-events';
import { EVENT_SOURCE, type AppEventType } from '../../lambdas/events/app-events.ts';

/** Matches events of one type that our own functions publish, optionally by parts of their detail. */
export const appEvent = (type: AppEventType, detail?: Readonly<Record<string, unknown>>): EventPattern => ({
  source: [EVENT_SOURCE],
  detailType: [type],
  ...(detail ? { detail: { ...detail } } : {}),
});
