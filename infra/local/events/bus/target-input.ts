import type { BridgeEvent } from './bridge-event.ts';

/** What a rule's target asks to be given instead of the whole event. At most one is set. */
export interface TargetInput {
  /** Constant JSON text. */
  readonly Input?: string;
  readonly InputPath?: string;
  readonly InputTransformer?: {
    readonly InputPathsMap?: Readonly<Record<string, string>>;
    readonly InputTemplate: string;
  };
}

/** Who delivers, for the reserved variables of a template. */
export interface RuleIdentity {
  readonly name: string;
  readonly arn: string;
}

const STEP = /\.([A-Za-z_][\w-]*)|\[(\d+)\]|\['([^']+)'\]/gy;

/** Reads `$.a.b[0]['c-d']`, the part of JSONPath that EventBridge has. Throws where the path is written otherwise. */
export const readPath = (path: string, value: unknown): unknown => {
  if (!path.startsWith('$')) throw new Error(`The path ${path} must begin with $`);
  let found = value;
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const at = STEP.lastIndex;
    const [, name, index, quoted] = STEP.exec(path) ?? [];
    const key = name ?? index ?? quoted;
    if (key === undefined) throw new Error(`The path ${path} is not understood at character ${at}`);
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, key)
        ? (found as Record<string, unknown>)[key]
        : undefined;
  }
  return found;
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Fills `<name>` in a template. Inside quotes the text is set in (escaped, so that the whole stays JSON); outside, the
 * JSON value. A path that leads nowhere gives empty text, `""` outside quotes.
 */
const fill = (template: string, variable: (name: string) => { readonly value: unknown } | undefined): string => {
  let quoted = false;
  let result = '';
  for (let at = 0; at < template.length; at += 1) {
    const character = template[at] ?? '';
    const [whole, name = ''] = character === '<' ? (/^<([\w.-]+)>/.exec(template.slice(at, at + 300)) ?? []) : [];
    const found = whole === undefined ? undefined : variable(name);
    if (whole !== undefined && found) {
      const { value = '' } = found;
      result += quoted ? JSON.stringify(asText(value)).slice(1, -1) : JSON.stringify(value);
      at += whole.length - 1;
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

/** What the target of a rule receives for an event, as parsed JSON (plain text stays text). Throws for a wrong path. */
export const targetInput = (target: TargetInput, rule: RuleIdentity, event: BridgeEvent): unknown => {
  if (target.Input !== undefined) return JSON.parse(target.Input);
  if (target.InputPath !== undefined) return readPath(target.InputPath, event);
  const transformer = target.InputTransformer;
  if (!transformer) return event;
  const paths = transformer.InputPathsMap ?? {};
  const known = reserved(rule, event);
  const text = fill(transformer.InputTemplate, (name) => {
    if (Object.hasOwn(paths, name)) return { value: readPath(paths[name] ?? '$', event) };
    return Object.hasOwn(known, name) ? { value: known[name] } : undefined;
  });
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
