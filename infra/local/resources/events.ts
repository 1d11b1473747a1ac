import type { RuleProperties } from '../events/bus/event-bus.ts';
import type { QueueProperties } from '../events/queues/queue-settings.ts';
import type { LocalCloud } from '../cloud.ts';
import { StartError } from '../start-error.ts';
import type { ScheduleProperties } from '../events/schedules/schedule-resource.ts';
import { arnOf, physicalName } from './names.ts';
import type { Provisioner } from './types.ts';

/**
 * On AWS, a rule that must not write to its dead-letter queue loses failed events, and only a metric reports it. The
 * local cloud checks at start, because few deliveries ever fail here.
 */
const requireDeadLetters = (
  owner: string,
  queueArn: string | undefined,
  ruleArn: string,
  { access, checks }: LocalCloud,
): void => {
  if (queueArn === undefined) return;
  checks.push(() => {
    const refusal = access.serviceRefusal(
      { service: 'events.amazonaws.com', sourceArn: ruleArn },
      'sqs:SendMessage',
      queueArn,
    );
    if (refusal !== undefined) throw new StartError(`${owner}, dead-letter queue: ${refusal}`);
  });
};

/** A schedule delivers with its role, which must trust the scheduler and allow the delivery. */
const requireScheduleRole = (
  owner: string,
  { Arn, RoleArn, DeadLetterConfig }: ScheduleProperties['Target'],
  { access, checks }: LocalCloud,
): void => {
  checks.push(() => {
    if (RoleArn === undefined || !access.trusts(RoleArn, 'scheduler.amazonaws.com'))
      throw new StartError(`${owner}: its role cannot be assumed by EventBridge Scheduler.`);
    const needs = [
      [Arn.startsWith('arn:aws:sqs:') ? 'sqs:SendMessage' : 'lambda:InvokeFunction', Arn],
      ...(DeadLetterConfig?.Arn === undefined ? [] : [['sqs:SendMessage', DeadLetterConfig.Arn]]),
    ];
    for (const [action = '', resource = ''] of needs)
      if (!access.allows(RoleArn, action, resource))
        throw new StartError(`${owner}: its role does not allow ${action} on ${resource}.`);
  });
};

/** `AWS::SQS::Queue`. */
export const queue: Provisioner = (input, cloud) => {
  const given = input.properties['QueueName'];
  const created = cloud.queues.createQueue(
    input.properties as QueueProperties,
    typeof given === 'string' ? given : physicalName(input),
  );
  return { ref: created.url, attributes: { Arn: created.arn, QueueName: created.name, QueueUrl: created.url } };
};

/** `AWS::Events::Rule`. */
export const rule: Provisioner = (input, cloud) => {
  const name = typeof input.properties['Name'] === 'string' ? input.properties['Name'] : physicalName(input);
  const arn = arnOf('events', `rule/${name}`);
  const properties = input.properties as RuleProperties;
  cloud.bus.putRule(properties, { name, arn });
  for (const { DeadLetterConfig } of properties.Targets ?? [])
    requireDeadLetters(`Rule ${name}`, DeadLetterConfig?.Arn, arn, cloud);
  return { ref: name, attributes: { Arn: arn } };
};

/** `AWS::Scheduler::Schedule`. */
export const schedule: Provisioner = (input, cloud) => {
  const name = typeof input.properties['Name'] === 'string' ? input.properties['Name'] : physicalName(input);
  const arn = arnOf('scheduler', `schedule/default/${name}`);
  const properties = input.properties as unknown as ScheduleProperties;
  cloud.bus.putSchedule(properties, { name, arn });
  requireScheduleRole(`Schedule ${name}`, properties.Target, cloud);
  return { ref: name, attributes: { Arn: arn } };
};
