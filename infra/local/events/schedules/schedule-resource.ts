import { randomUUID } from 'node:crypto';
import { StartError } from '../../start-error.ts';
import { bridgeEvent } from '../bus/bridge-event.ts';
import type { Scheduler } from './scheduler.ts';
import type { DeliveryTarget, TargetDelivery } from '../bus/target-delivery.ts';

/** The resolved properties of `AWS::Scheduler::Schedule` that have a local effect. */
export interface ScheduleProperties {
  readonly ScheduleExpression: string;
  readonly ScheduleExpressionTimezone?: string;
  readonly State?: 'ENABLED' | 'DISABLED';
  /** ISO 8601. */
  readonly StartDate?: string;
  readonly EndDate?: string;
  readonly Target: DeliveryTarget & {
    /** The role that delivers. */
    readonly RoleArn?: string;
    /** JSON text; `<aws.scheduler.…>` is replaced at each run. */
    readonly Input?: string;
  };
}

/** EventBridge Scheduler's own event for a target without an Input. */
const standardEvent = (scheduledAt: number, arn: string): unknown =>
  bridgeEvent(scheduledAt, 'aws.scheduler', 'Scheduled Event', '{}', [arn]);

/**
 * Adds a schedule of the template. Throws StartError, naming the schedule, for what AWS would reject or the local cloud
 * does not support.
 */
export const addSchedule = (
  scheduler: Scheduler,
  delivery: TargetDelivery,
  properties: ScheduleProperties,
  identity: { readonly name: string; readonly arn: string },
): void => {
  const { Target: target, StartDate, EndDate } = properties;
  const { name, arn } = identity;
  delivery.check(`Schedule ${name}`, target);
  if (target.Input !== undefined) {
    try {
      JSON.parse(target.Input);
    } catch {
      throw new StartError(`Schedule ${name}: its Input is not JSON.`);
    }
  }
  scheduler.add({
    name,
    arn,
    expression: properties.ScheduleExpression,
    ...(properties.ScheduleExpressionTimezone === undefined ? {} : { timezone: properties.ScheduleExpressionTimezone }),
    enabled: properties.State !== 'DISABLED',
    targets: [target.Arn],
    ...(StartDate === undefined ? {} : { startAt: Date.parse(StartDate) }),
    ...(EndDate === undefined ? {} : { endAt: Date.parse(EndDate) }),
    run(scheduledAt) {
      const executionId = randomUUID();
      const time = new Date(scheduledAt).toISOString().replace(/\.\d{3}Z$/, 'Z');
      const values: Readonly<Record<string, string>> = {
        'schedule-arn': arn,
        'scheduled-time': time,
        'execution-id': executionId,
        'attempt-number': '1',
      };
      const input: unknown =
        target.Input === undefined
          ? standardEvent(scheduledAt, arn)
          : JSON.parse(
              target.Input.replace(
                /<aws\.scheduler\.([a-z-]+)>/g,
                (placeholder, key: string) => values[key] ?? placeholder,
              ),
            );
      delivery.deliver(target, {
        input,
        original: input,
        attributes: { SCHEDULE_ARN: arn, SCHEDULED_TIME: time, EXECUTION_ID: executionId },
      });
    },
  });
};
