import type { RuleProperties } from '../events/event-bus.ts';
import type { QueueProperties } from '../events/queue-settings.ts';
import type { ScheduleProperties } from '../events/schedule-resource.ts';
import { arnOf, physicalName } from './names.ts';
import type { Provisioner } from './types.ts';

/** `AWS::SQS::Queue`. */
export const queue: Provisioner = (input, cloud) => {
  const given = input.properties['QueueName'];
  const made = cloud.queues.createQueue(input.properties as QueueProperties, typeof given === 'string' ? given : physicalName(input));
  return { ref: made.url, attributes: { Arn: made.arn, QueueName: made.name, QueueUrl: made.url } };
};

/** `AWS::Events::Rule`. */
export const rule: Provisioner = (input, cloud) => {
  const name = typeof input.properties['Name'] === 'string' ? input.properties['Name'] : physicalName(input);
  const arn = arnOf('events', `rule/${name}`);
  cloud.bus.putRule(input.properties as RuleProperties, { name, arn });
  return { ref: name, attributes: { Arn: arn } };
};

/** `AWS::Scheduler::Schedule`. */
export const schedule: Provisioner = (input, cloud) => {
  const name = typeof input.properties['Name'] === 'string' ? input.properties['Name'] : physicalName(input);
  const arn = arnOf('scheduler', `schedule/default/${name}`);
  cloud.bus.putSchedule(input.properties as unknown as ScheduleProperties, { name, arn });
  return { ref: name, attributes: { Arn: arn } };
};
