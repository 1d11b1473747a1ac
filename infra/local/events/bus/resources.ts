import type { Access } from '../../iam/access.ts';
import { arnOf, physicalName } from '../../resources/names.ts';
import type { Provisioned, Provisioner, ResourceInput } from '../../resources/types.ts';
import { StartError } from '../../start-error.ts';
import type { ScheduleProperties } from '../schedules/schedule-resource.ts';
import type { EventBus, RuleProperties } from './event-bus.ts';

/** Dependencies of rules and schedules. */
export interface RuleContext {
  readonly bus: Pick<EventBus, 'putRule' | 'putSchedule'>;
  readonly access: Access;
}

/**
 * On AWS, a rule that must not write to its dead-letter queue loses failed events, and only a metric reports it. The
 * local cloud checks at start, because few deliveries ever fail here.
 */
const requireDeadLetters = (owner: string, queueArn: string | undefined, ruleArn: string, access: Access): void => {
  if (queueArn === undefined) return;
  const denial = access.serviceDenial(
    { service: 'events.amazonaws.com', sourceArn: ruleArn },
    'sqs:SendMessage',
    queueArn,
  );
  if (denial !== undefined) throw new StartError(`${owner}, dead-letter queue: ${denial}`);
};

/** A schedule delivers with its role, which must trust the scheduler and allow the delivery. */
const requireScheduleRole = (
  owner: string,
  { Arn, RoleArn, DeadLetterConfig }: ScheduleProperties['Target'],
  access: Access,
): void => {
  if (RoleArn === undefined || !access.trusts(RoleArn, 'scheduler.amazonaws.com'))
    throw new StartError(`${owner}: its role cannot be assumed by EventBridge Scheduler.`);
  const needs = [
    [Arn.startsWith('arn:aws:sqs:') ? 'sqs:SendMessage' : 'lambda:InvokeFunction', Arn],
    ...(DeadLetterConfig?.Arn === undefined ? [] : [['sqs:SendMessage', DeadLetterConfig.Arn]]),
  ];
  for (const [action = '', resource = ''] of needs)
    if (!access.allows(RoleArn, action, resource))
      throw new StartError(`${owner}: its role does not allow ${action} on ${resource}.`);
};

/** `AWS::Events::Rule`. */
const rule = (input: ResourceInput, context: RuleContext): Provisioned => {
  const name = typeof input.properties['Name'] === 'string' ? input.properties['Name'] : physicalName(input);
  const arn = arnOf('events', `rule/${name}`);
  const properties = input.properties as RuleProperties;
  context.bus.putRule(properties, { name, arn });
  const check = (): void => {
    for (const { DeadLetterConfig } of properties.Targets ?? [])
      requireDeadLetters(`Rule ${name}`, DeadLetterConfig?.Arn, arn, context.access);
  };
  return { ref: name, attributes: { Arn: arn }, check };
};

/** `AWS::Scheduler::Schedule`. */
const schedule = (input: ResourceInput, context: RuleContext): Provisioned => {
  const name = typeof input.properties['Name'] === 'string' ? input.properties['Name'] : physicalName(input);
  const arn = arnOf('scheduler', `schedule/default/${name}`);
  const properties = input.properties as unknown as ScheduleProperties;
  context.bus.putSchedule(properties, { name, arn });
  const check = (): void => requireScheduleRole(`Schedule ${name}`, properties.Target, context.access);
  return { ref: name, attributes: { Arn: arn }, check };
};

/** The provisioners of rules and schedules. */
export const ruleResources = (context: RuleContext): Readonly<Record<string, Provisioner>> => ({
  'AWS::Events::Rule': (input) => rule(input, context),
  'AWS::Scheduler::Schedule': (input) => schedule(input, context),
});
