import type { EventPattern } from 'aws-cdk-lib/aws-events';
import { EVENT_SOURCE, type AppEvent, type AppEventType } from '../../lambdas/events/app-events.ts';

/** The values of an event's fields that match; of a list, values of its elements. */
type DetailPattern<Detail> = {
  readonly [Field in keyof Detail]?: readonly (Detail[Field] extends readonly (infer Element)[]
    ? Element
    : Detail[Field])[];
};

/** Matches events of one type that our own functions publish, optionally by parts of their detail. */
export const appEvent = <T extends AppEventType>(type: T, detail?: DetailPattern<AppEvent<T>>): EventPattern => ({
  source: [EVENT_SOURCE],
  detailType: [type],
  ...(detail ? { detail: { ...detail } } : {}),
});
