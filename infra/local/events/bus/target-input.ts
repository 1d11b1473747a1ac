import type { BridgeEvent } from './bridge-event.ts';

/** The input that a rule's target receives instead of the whole event. At most one is set. */
export interface TargetInput {
  /** Constant JSON text. */
  readonly Input?: string;
  readonly InputPath?: string;
  readonly InputTransformer?: {
    readonly InputPathsMap?: Readonly<Record<string, string>>;
    readonly InputTemplate: string;
  };
}

/** The delivering rule, for the reserved variables of a template. */
export interface RuleIdentity {
  readonly name: string;
  readonly arn: string;
}

const STEP = /\.([A-Za-z_][\w-]*)|\[(\d+)\]|\['([^']+)'\]/gy;

/** Reads `$.a.b[0]['c-d']`, the part of JSONPath that EventBridge supports. Throws for any other syntax. */
export const readPath = (path: string, value: unknown): unknown => {
  if (!path.startsWith('$')) throw new Error(`The path ${path} must start with $`);
  let found = value;
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const at = STEP.lastIndex;
    const [, name, index, quoted] = STEP.exec(path) ?? [];
    const key = name ?? index ?? quoted;
    if (key === undefined) throw new Error(`The path ${path} is not valid at character ${at}`);
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Record<string, unknown>)[key]
        : undefined;
  }
  return found;
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Replaces `<name>` in a template. Inside quotes the value is inserted as escaped text, so that the result stays JSON;
 * elsewhere as a JSON value. A path without a value gives empty text, `""` outside quotes.
 */
const fill = (template: string, variable: (name: string) => { readonly value: unknown } | undefined): string => {
  let quoted = false;
  let result = '';
  for (let at = 0; at < template.length; at += 1) {
    const character = template[at] ?? '';
    const [placeholder, name = ''] = character === '<' ? (/^<([\w.-]+)>/.exec(template.slice(at, at + 300)) ?? []) : [];
    const found = placeholder === undefined ? undefined : variable(name);
    if (placeholder !== undefined && found) {
      const { value = '' } = found;
      result += quoted ? JSON.stringify(asText(value)).slice(1, -1) : JSON.stringify(value);
      at += placeholder.length - 1;
    } else if (quoted && character === '\\') {
      result += template.slice(at, at + 2);
      at += 1;
    } else {
      if (character === '"') quoted = !quoted;
      result += character;
    }
  }
  return result;
};

const reserved = (rule: RuleIdentity, event: BridgeEvent): Readonly<Record<string, unknown>> => ({
  'aws.events.rule-arn': rule.arn,
  'aws.events.rule-name': rule.name,
  'aws.events.event.ingestion-time': event.time,
  'aws.events.event': Object.fromEntries(Object.entries(event).filter(([key]) => key !== 'detail')),
  'aws.events.event.json': event,
});

/** The input of a rule's target for an event, as parsed JSON; plain text stays text. Throws for an invalid path. */
export const targetInput = (target: TargetInput, rule: RuleIdentity, event: BridgeEvent): unknown => {
  if (target.Input !== undefined) return JSON.parse(target.Input);
  if (target.InputPath !== undefined) return readPath(target.InputPath, event);
  const transformer = target.InputTransformer;
  if (!transformer) return event;
  const paths = transformer.InputPathsMap ?? {};
  const reservedValues = reserved(rule, event);
  const text = fill(transformer.InputTemplate, (name) => {
    if (Object.hasOwn(paths, name)) return { value: readPath(paths[name] ?? '$', event) };
    return Object.hasOwn(reservedValues, name) ? { value: reservedValues[name] } : undefined;
  });
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
