import { AwsError, jsonService, LOCAL_ACCOUNT, LOCAL_REGION, type LocalService } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { Authorize } from '../../iam/access.ts';
import type { InvokeFunction } from '../../invoke.ts';
import { StartError } from '../../start-error.ts';
import { type AsyncInvoker, type AsyncSettings, createAsyncInvoker } from '../async-invoke.ts';
import { type BridgeEvent, bridgeEvent, type PublishEvent } from './bridge-event.ts';
import { compilePattern, type PatternMatch, PatternError } from './pattern.ts';
import type { QueueSender } from '../queues/queue-engine.ts';
import { addSchedule, type ScheduleProperties } from '../schedules/schedule-resource.ts';
import { createScheduler, type ScheduleSummary } from '../schedules/scheduler.ts';
import { createTargetDelivery, type DeliveryTarget } from './target-delivery.ts';
import { type RuleIdentity, targetInput, type TargetInput } from './target-input.ts';

/** The resolved properties of `AWS::Events::Rule` that mean something locally. */
export interface RuleProperties {
  readonly EventPattern?: unknown;
  readonly ScheduleExpression?: string;
  readonly State?: string;
  readonly EventBusName?: string;
  readonly Targets?: readonly (DeliveryTarget & TargetInput & { readonly Id: string })[];
}

/** What the bus works with. */
export interface EventBusOptions {
  readonly clock: Clock;
  /** Rejects only when a function cannot be invoked at all; a function that fails answers `error`. */
  readonly invoke: InvokeFunction;
  readonly queues: QueueSender;
  /** What the template says about a function's asynchronous invocations. */
  readonly settingsOf?: (functionName: string) => AsyncSettings;
  /** Wait before each retry of a failed function, in milliseconds. */
  readonly retryDelaysMs?: readonly number[];
  /** Called at start for a target that is neither a function nor a queue; refuses it by name when left out. */
  readonly onUnknownTarget?: (owner: string, targetArn: string) => void;
  /** Decides about each API call; everything is allowed when left out. */
  readonly authorize?: Authorize;
}

/** One line of a console's list of rules. */
export interface RuleSummary {
  readonly name: string;
  readonly arn: string;
  readonly pattern: unknown;
  readonly enabled: boolean;
  readonly targets: readonly string[];
  /** Events that it matched since the start, and when the last one came, epoch milliseconds. */
  readonly matched: number;
  readonly lastAt?: number;
}

/** EventBridge of the local cloud: rules, schedules, and asynchronous invocation. */
export interface EventBus {
  /** Serves PutEvents. */
  readonly service: LocalService;
  /** Lambda's asynchronous invocation, for whatever else invokes that way (`InvocationType: Event`). */
  readonly invoker: AsyncInvoker;
  /** Hands an event of an AWS service to the default bus. */
  readonly publish: PublishEvent;
  /**
   * Adds a rule of the template. Throws StartError, naming it, for what AWS would refuse or the local cloud does not
   * do.
   */
  putRule(properties: RuleProperties, identity: RuleIdentity): void;
  /** Adds an `AWS::Scheduler::Schedule`. */
  putSchedule(properties: ScheduleProperties, identity: RuleIdentity): void;
  /** Rules that wait for events. */
  rules(): readonly RuleSummary[];
  /** Schedules and scheduled rules. */
  schedules(): readonly ScheduleSummary[];
  /** Runs one of them at once. Throws when there is none of that name. */
  runNow(name: string): void;
  stop(): void;
}

interface Rule {
  readonly identity: RuleIdentity;
  readonly pattern: unknown;
  readonly enabled: boolean;
  readonly matches: PatternMatch;
  matched: number;
  lastAt?: number;
  readonly targets: NonNullable<RuleProperties['Targets']>;
}

interface PutEventsEntry {
  readonly Source?: string;
  readonly DetailType?: string;
  readonly Detail?: string;
  readonly Resources?: readonly string[];
  readonly EventBusName?: string;
  /** Epoch seconds. */
  readonly Time?: number;
}

/** Total size of one PutEvents request, in bytes: the conservative bound, which every account has. */
const MAXIMUM_ENTRIES_BYTES = 262_144;
const DEFAULT_BUS = 'default';
const BUS_ARN = `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:event-bus/${DEFAULT_BUS}`;

const isDefaultBus = (name: string | undefined): boolean =>
  name === undefined || name === DEFAULT_BUS || name === BUS_ARN;

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

/** Why an entry is refused, or undefined. */
const fault = (entry: PutEventsEntry): { ErrorCode: string; ErrorMessage: string } | undefined => {
  const missing = (['Source', 'DetailType', 'Detail'] as const).find((key) => !entry[key]);
  if (missing)
    return {
      ErrorCode: 'InvalidArgument',
      ErrorMessage: `Parameter ${missing} is not valid. Reason: ${missing} is a required argument.`,
    };
  if (entry.Source?.startsWith('aws.'))
    return { ErrorCode: 'NotAuthorizedForSourceException', ErrorMessage: 'Not authorized for the source.' };
  if (!isJsonObject(entry.Detail ?? '')) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  if (!isDefaultBus(entry.EventBusName)) {
    return { ErrorCode: 'ResourceNotFoundException', ErrorMessage: `Event bus ${entry.EventBusName} does not exist.` };
  }
  return undefined;
};

/** Makes the bus. Nothing runs while there is no event and no schedule is due. */
export const createEventBus = (options: EventBusOptions): EventBus => {
  const { clock, queues, authorize } = options;
  const rules: Rule[] = [];
  const invoker = createAsyncInvoker(options);
  const delivery = createTargetDelivery({
    clock,
    invoker,
    queues,
    ...(options.onUnknownTarget ? { onUnknownTarget: options.onUnknownTarget } : {}),
  });
  const scheduler = createScheduler(clock);

  const deliver = ({ identity, targets }: Pick<Rule, 'identity' | 'targets'>, event: BridgeEvent): void => {
    for (const target of targets) {
      delivery.deliver(target, {
        input: targetInput(target, identity, event),
        original: event,
        attributes: { RULE_ARN: identity.arn },
        caller: { service: 'events.amazonaws.com', sourceArn: identity.arn },
      });
    }
  };

  const publish: PublishEvent = (event) => {
    const sent = JSON.parse(JSON.stringify(event)) as BridgeEvent;
    for (const rule of rules) {
      if (!rule.enabled || !rule.matches(sent)) continue;
      rule.matched += 1;
      rule.lastAt = clock.now();
      deliver(rule, sent);
    }
  };

  return {
    invoker,
    publish,
    service: jsonService('events', {
      PutEvents: ({ Entries = [] }: { Entries?: readonly PutEventsEntry[] }, caller) => {
        authorize?.(caller, 'events:PutEvents', BUS_ARN);
        if (Entries.length < 1 || Entries.length > 10) {
          throw new AwsError(
            'ValidationException',
            `1 validation error detected: Value at 'entries' failed to satisfy constraint: Member must have length between 1 and 10`,
          );
        }
        if (Buffer.byteLength(JSON.stringify(Entries)) > MAXIMUM_ENTRIES_BYTES) {
          throw new AwsError('ValidationException', 'Total size of the entries in the request is over the limit.');
        }
        const results = Entries.map((entry) => {
          const refused = fault(entry);
          if (refused) return refused;
          const at = entry.Time === undefined ? clock.now() : entry.Time * 1000;
          const event = bridgeEvent(
            at,
            entry.Source ?? '',
            entry.DetailType ?? '',
            JSON.parse(entry.Detail ?? '{}'),
            entry.Resources ?? [],
          );
          publish(event);
          return { EventId: event.id };
        });
        return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
      },
      ListTargetsByRule: ({ Rule: name = '' }: { Rule?: string }, caller) => {
        const found = [
          ...rules.map(({ identity, targets }) => ({ ...identity, targets: targets.map(({ Arn }) => Arn) })),
          ...scheduler.list(),
        ].find((rule) => rule.name === name);
        authorize?.(
          caller,
          'events:ListTargetsByRule',
          found?.arn ?? `arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:rule/${name}`,
        );
        if (!found?.arn.startsWith('arn:aws:events:'))
          throw new AwsError('ResourceNotFoundException', `Rule ${name} does not exist on EventBus ${DEFAULT_BUS}.`);
        return { Targets: found.targets.map((Arn, index) => ({ Id: `Target${index}`, Arn })) };
      },
    }),
    putRule(properties, identity) {
      const { EventPattern, ScheduleExpression, State, EventBusName, Targets: targets = [] } = properties;
      const owner = `Rule ${identity.name}`;
      if (!isDefaultBus(EventBusName))
        throw new StartError(`${owner} is on the event bus ${EventBusName}; the local cloud has the default bus only.`);
      for (const target of targets) {
        delivery.check(owner, target);
        try {
          targetInput(target, identity, bridgeEvent(clock.now(), 'check', 'check', {}));
        } catch (error) {
          throw new StartError(
            `${owner}, target ${target.Id}: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
      const enabled = State !== 'DISABLED';
      if (ScheduleExpression !== undefined) {
        const run = (scheduledAt: number): void =>
          deliver({ identity, targets }, bridgeEvent(scheduledAt, 'aws.events', 'Scheduled Event', {}, [identity.arn]));
        scheduler.add({
          ...identity,
          expression: ScheduleExpression,
          enabled,
          targets: targets.map(({ Arn }) => Arn),
          run,
        });
      }
      if (EventPattern === undefined) return;
      try {
        const matches = compilePattern(EventPattern);
        rules.push({ identity, pattern: EventPattern, enabled, matches, matched: 0, targets });
      } catch (error) {
        throw error instanceof PatternError ? new StartError(`${owner}: ${error.message}`) : error;
      }
    },
    putSchedule: (properties, identity) => addSchedule(scheduler, delivery, properties, identity),
    rules: () =>
      rules.map(({ identity: { name, arn }, pattern, enabled, targets, matched, lastAt }) => ({
        name,
        arn,
        pattern,
        enabled,
        targets: targets.map(({ Arn }) => Arn),
        matched,
        ...(lastAt === undefined ? {} : { lastAt }),
      })),
    schedules: scheduler.list,
    runNow: scheduler.runNow,
    stop() {
      scheduler.stop();
      delivery.stop();
      invoker.stop();
      rules.length = 0;
    },
  };
};
