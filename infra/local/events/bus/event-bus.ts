import { z } from 'zod';
import { jsonService, operation } from '../../aws/json-service.ts';
import { AwsError, LOCAL_ACCOUNT, LOCAL_REGION, type LocalService, type Principal } from '../../aws/service.ts';
import type { Clock } from '../../clock.ts';
import type { Authorize } from '../../iam/access.ts';
import type { InvokeFunction } from '../../invoke.ts';
import { StartError } from '../../start-error.ts';
import { type AsyncInvoker, type AsyncSettings, createAsyncInvoker } from '../async-invoke.ts';
import { type BridgeEvent, bridgeEvent, type PublishEvent } from './bridge-event.ts';
import { compilePattern, type PatternMatch, PatternError } from './pattern.ts';
import type { QueueSender } from '../queues/queue-engine.ts';
import type { QueueJournal } from '../queues/queue-journal.ts';
import { addSchedule, type ScheduleProperties } from '../schedules/schedule-resource.ts';
import { createScheduler, type Scheduler, type ScheduleSummary } from '../schedules/scheduler.ts';
import { createTargetDelivery, type DeliveryTarget, type TargetDelivery } from './target-delivery.ts';
import { type RuleIdentity, targetInput, type TargetInput } from './target-input.ts';

/** The resolved properties of `AWS::Events::Rule` that have a local effect. */
export interface RuleProperties {
  readonly EventPattern?: unknown;
  readonly ScheduleExpression?: string;
  readonly State?: string;
  readonly EventBusName?: string;
  readonly Targets?: readonly (DeliveryTarget & TargetInput & { readonly Id: string })[];
}

export interface EventBusOptions {
  readonly clock: Clock;
  /** Rejects only when a function cannot be invoked at all. A function that fails returns `error`. */
  readonly invoke: InvokeFunction;
  readonly queues: QueueSender;
  /** The template's settings for a function's asynchronous invocations. */
  readonly settingsOf?: (functionName: string) => AsyncSettings;
  /** Delay before each retry of a failed function, in milliseconds. */
  readonly retryDelaysMs?: readonly number[];
  /** Stores asynchronous invocations that have not ended. @default in memory only */
  readonly journal?: QueueJournal;
  /** Called at start for a target that is neither a function nor a queue. @default throws a StartError that names it */
  readonly onUnknownTarget?: (owner: string, targetArn: string) => void;
  /** Authorizes each API call. Without it, every call is allowed. */
  readonly authorize?: Authorize;
}

/** Summary of a rule for the console. */
export interface RuleSummary {
  readonly name: string;
  readonly arn: string;
  readonly pattern: unknown;
  readonly enabled: boolean;
  readonly targets: readonly string[];
  /** Events matched since the start, and the time of the last one in epoch milliseconds. */
  readonly matched: number;
  readonly lastAt?: number;
}

/** EventBridge of the local cloud: rules, schedules, and asynchronous invocation. */
export interface EventBus {
  /** The EventBridge API. */
  readonly service: LocalService;
  /** Lambda's asynchronous invocation, also for API calls with `InvocationType: Event`. */
  readonly invoker: AsyncInvoker;
  /** Publishes an event of an AWS service to the default bus. */
  readonly publish: PublishEvent;
  /**
   * Adds a rule of the template. Throws StartError, naming the rule, for what AWS would reject or the local cloud does
   * not support.
   */
  putRule(properties: RuleProperties, identity: RuleIdentity): void;
  /** Adds an `AWS::Scheduler::Schedule`. */
  putSchedule(properties: ScheduleProperties, identity: RuleIdentity): void;
  /** Rules with an event pattern. */
  rules(): readonly RuleSummary[];
  /** Schedules and scheduled rules. */
  schedules(): readonly ScheduleSummary[];
  /** Runs a schedule now. Throws when none has this name. */
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

const putEventsEntry = z.object({
  Source: z.string().optional(),
  DetailType: z.string().optional(),
  Detail: z.string().optional(),
  Resources: z.array(z.string()).optional(),
  EventBusName: z.string().optional(),
  /** Epoch seconds. */
  Time: z.number().optional(),
});
const putEventsInput = z.object({ Entries: z.array(putEventsEntry).default([]) });
const listTargetsInput = z.object({ Rule: z.string().default('') });

type PutEventsEntry = z.output<typeof putEventsEntry>;

/** Maximum size of one PutEvents request in bytes: the lower of AWS's limits, which applies to every account. */
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

/** Why an entry is rejected, or undefined. */
const entryError = (entry: PutEventsEntry): { ErrorCode: string; ErrorMessage: string } | undefined => {
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

/** State of the bus. */
interface State {
  readonly clock: Clock;
  readonly authorize: Authorize | undefined;
  readonly rules: Rule[];
  readonly delivery: TargetDelivery;
  readonly scheduler: Scheduler;
}

const deliver = (
  { delivery }: State,
  { identity, targets }: Pick<Rule, 'identity' | 'targets'>,
  event: BridgeEvent,
): void => {
  for (const target of targets) {
    delivery.deliver(target, {
      input: targetInput(target, identity, event),
      original: event,
      attributes: { RULE_ARN: identity.arn },
      caller: { service: 'events.amazonaws.com', sourceArn: identity.arn },
    });
  }
};

const publish = (state: State, event: BridgeEvent): void => {
  const copy = JSON.parse(JSON.stringify(event)) as BridgeEvent;
  for (const rule of state.rules) {
    if (!rule.enabled || !rule.matches(copy)) continue;
    rule.matched += 1;
    rule.lastAt = state.clock.now();
    deliver(state, rule, copy);
  }
};

const putEntry = (state: State, entry: PutEventsEntry): Readonly<Record<string, unknown>> => {
  const error = entryError(entry);
  if (error) return error;
  const at = entry.Time === undefined ? state.clock.now() : entry.Time * 1000;
  const detail: unknown = JSON.parse(entry.Detail ?? '{}');
  const event = bridgeEvent(at, entry.Source ?? '', entry.DetailType ?? '', detail, entry.Resources ?? []);
  publish(state, event);
  return { EventId: event.id };
};

const putEvents = (state: State, entries: readonly PutEventsEntry[]): Readonly<Record<string, unknown>> => {
  if (entries.length < 1 || entries.length > 10) {
    throw new AwsError(
      'ValidationException',
      "1 validation error detected: Value at 'entries' failed to satisfy constraint: " +
        'Member must have length between 1 and 10',
    );
  }
  if (Buffer.byteLength(JSON.stringify(entries)) > MAXIMUM_ENTRIES_BYTES) {
    throw new AwsError('ValidationException', 'Total size of the entries in the request is over the limit.');
  }
  const results = entries.map((entry) => putEntry(state, entry));
  return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
};

const listTargets = (
  { authorize, rules, scheduler }: State,
  name: string,
  caller: Principal | undefined,
): Readonly<Record<string, unknown>> => {
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
};

const createService = (state: State): LocalService =>
  jsonService({
    signingName: 'events',
    operations: {
      PutEvents: operation(putEventsInput, ({ Entries }, caller) => {
        state.authorize?.(caller, 'events:PutEvents', BUS_ARN);
        return putEvents(state, Entries);
      }),
      ListTargetsByRule: operation(listTargetsInput, ({ Rule: name }, caller) => listTargets(state, name, caller)),
    },
  });

const checkTargets = (
  { clock, delivery }: State,
  owner: string,
  targets: Rule['targets'],
  identity: RuleIdentity,
): void => {
  for (const target of targets) {
    delivery.check(owner, target);
    try {
      targetInput(target, identity, bridgeEvent(clock.now(), 'check', 'check', {}));
    } catch (error) {
      throw new StartError(`${owner}, target ${target.Id}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
};

const putRule = (state: State, properties: RuleProperties, identity: RuleIdentity): void => {
  const { EventPattern, ScheduleExpression, State, EventBusName, Targets: targets = [] } = properties;
  const owner = `Rule ${identity.name}`;
  if (!isDefaultBus(EventBusName))
    throw new StartError(`${owner} uses the event bus ${EventBusName}. The local cloud supports only the default bus.`);
  checkTargets(state, owner, targets, identity);
  const enabled = State !== 'DISABLED';
  if (ScheduleExpression !== undefined) {
    const run = (scheduledAt: number): void => {
      const event = bridgeEvent(scheduledAt, 'aws.events', 'Scheduled Event', {}, [identity.arn]);
      deliver(state, { identity, targets }, event);
    };
    state.scheduler.add({
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
    state.rules.push({ identity, pattern: EventPattern, enabled, matches, matched: 0, targets });
  } catch (error) {
    throw error instanceof PatternError ? new StartError(`${owner}: ${error.message}`) : error;
  }
};

const summarize = ({ identity: { name, arn }, pattern, enabled, targets, matched, lastAt }: Rule): RuleSummary => ({
  name,
  arn,
  pattern,
  enabled,
  targets: targets.map(({ Arn }) => Arn),
  matched,
  ...(lastAt === undefined ? {} : { lastAt }),
});

/** Creates the bus. It is idle unless there is an event or a schedule is due. */
export const createEventBus = (options: EventBusOptions): EventBus => {
  const { clock, queues, authorize } = options;
  const invoker = createAsyncInvoker(options);
  const delivery = createTargetDelivery({
    clock,
    invoker,
    queues,
    ...(options.onUnknownTarget ? { onUnknownTarget: options.onUnknownTarget } : {}),
  });
  const scheduler = createScheduler(clock);
  const state: State = { clock, authorize, rules: [], delivery, scheduler };
  return {
    invoker,
    publish: (event) => publish(state, event),
    service: createService(state),
    putRule: (properties, identity) => putRule(state, properties, identity),
    putSchedule: (properties, identity) => addSchedule(scheduler, delivery, properties, identity),
    rules: () => state.rules.map(summarize),
    schedules: scheduler.list,
    runNow: scheduler.runNow,
    stop() {
      scheduler.stop();
      delivery.stop();
      invoker.stop();
      state.rules.length = 0;
    },
  };
};
