import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/service.ts';
import { StartError } from '../start-error.ts';

/**
 * Resolves the references of a value. Each method returns the value or throws a StartError that names what is missing.
 */
export interface Scope {
  readonly stackName: string;
  /** A resource's or parameter's `Ref`. */
  ref(name: string): unknown;
  attribute(logicalId: string, attribute: string): unknown;
  importValue(name: string): unknown;
  stackOutput(stack: string, output: string): unknown;
  condition(name: string): unknown;
  mapping(map: string, first: string, second: string): unknown;
  /** Replaces placeholder hosts by real addresses. */
  rewrite(text: string): string;
}

const NO_VALUE = Symbol('AWS::NoValue');

/** The ID of a local stack. Stable, because resources may store it. */
export const stackId = (stackName: string): string =>
  `arn:aws:cloudformation:${LOCAL_REGION}:${LOCAL_ACCOUNT}:stack/${stackName}/00000000-0000-0000-0000-000000000000`;

const pseudo = (name: string, stackName: string): unknown => {
  const values: Readonly<Record<string, unknown>> = {
    'AWS::AccountId': LOCAL_ACCOUNT,
    'AWS::Region': LOCAL_REGION,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
    'AWS::StackId': stackId(stackName),
    'AWS::NotificationARNs': [],
    'AWS::NoValue': NO_VALUE,
  };
  if (!Object.hasOwn(values, name))
    throw new StartError(`The local cloud does not support the pseudo parameter ${name}.`);
  return values[name];
};

const asList = (value: unknown, path: string): readonly unknown[] => {
  if (!Array.isArray(value)) throw new StartError(`${path}: a list is required.`);
  return value;
};

const asText = (value: unknown, path: string): string => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new StartError(`${path}: a string is required.`);
};

const equal = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

type Intrinsic = (argument: unknown, scope: Scope, path: string) => unknown;

const reference = (name: string, scope: Scope): unknown =>
  name.startsWith('AWS::') ? pseudo(name, scope.stackName) : scope.ref(name);

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, scope, path) => reference(asText(argument, path), scope),
  'Fn::GetAtt': (argument, scope, path) => {
    const [id, ...rest] = Array.isArray(argument)
      ? argument.map((part, index) => asText(visit(part, scope, `${path}[${index}]`), path))
      : asText(argument, path).split('.');
    return scope.attribute(id ?? '', rest.join('.'));
  },
  'Fn::Join': (argument, scope, path) => {
    const [separator, parts] = asList(argument, path);
    const list = asList(visit(parts, scope, path), path);
    return list.map((part, index) => asText(part, `${path}[${index}]`)).join(asText(separator, path));
  },
  'Fn::Sub': (argument, scope, path) => {
    const [text, variables] = Array.isArray(argument) ? (argument as [string, unknown]) : [argument, {}];
    const local = visit(variables, scope, path) as Record<string, unknown>;
    return asText(text, path).replace(/\$\{(!?)([^}]*)\}/g, (_match, literal: string, inner: string) => {
      if (literal) return `\${${inner}}`;
      const name = inner.trim();
      if (Object.hasOwn(local, name)) return asText(local[name], path);
      const dot = name.indexOf('.');
      return asText(dot < 0 ? reference(name, scope) : scope.attribute(name.slice(0, dot), name.slice(dot + 1)), path);
    });
  },
  'Fn::Select': (argument, scope, path) => {
    const [index, list] = asList(visit(argument, scope, path), path);
    const chosen = asList(list, path)[Number(index)];
    if (chosen === undefined) throw new StartError(`${path}: element ${String(index)} does not exist.`);
    return chosen;
  },
  'Fn::Split': (argument, scope, path) => {
    const [separator, text] = asList(visit(argument, scope, path), path);
    return asText(text, path).split(asText(separator, path));
  },
  'Fn::ImportValue': (argument, scope, path) => scope.importValue(asText(visit(argument, scope, path), path)),
  'Fn::GetStackOutput': (argument, scope, path) => {
    const { StackName, OutputName } = visit(argument, scope, path) as Record<string, unknown>;
    return scope.stackOutput(asText(StackName, path), asText(OutputName, path));
  },
  'Fn::Base64': (argument, scope, path) => Buffer.from(asText(visit(argument, scope, path), path)).toString('base64'),
  'Fn::FindInMap': (argument, scope, path) => {
    const [map, first, second] = asList(visit(argument, scope, path), path).map((part) => asText(part, path));
    return scope.mapping(map ?? '', first ?? '', second ?? '');
  },
  'Fn::If': (argument, scope, path) => {
    const [name, yes, no] = asList(argument, path);
    const chosen = visit(scope.condition(asText(name, path)), scope, path);
    return visit(chosen ? yes : no, scope, path);
  },
  'Fn::Equals': (argument, scope, path) => {
    const [left, right] = asList(visit(argument, scope, path), path);
    return equal(left, right);
  },
  'Fn::And': (argument, scope, path) => asList(visit(argument, scope, path), path).every(Boolean),
  'Fn::Or': (argument, scope, path) => asList(visit(argument, scope, path), path).some(Boolean),
  'Fn::Not': (argument, scope, path) => !asList(visit(argument, scope, path), path)[0],
  Condition: (argument, scope, path) => visit(scope.condition(asText(argument, path)), scope, path),
};

const visit = (value: unknown, scope: Scope, path: string): unknown => {
  if (typeof value === 'string') {
    if (value.includes('{{resolve:'))
      throw new StartError(`${path}: the local cloud does not support dynamic references.`);
    return scope.rewrite(value);
  }
  if (Array.isArray(value)) {
    return value.map((part, index) => visit(part, scope, `${path}[${index}]`)).filter((part) => part !== NO_VALUE);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [key, argument] = (entries.length === 1 ? entries[0] : undefined) ?? ['', undefined];
  // An IAM statement can consist of a `Condition` object only; the intrinsic's argument is always a name.
  if (Object.hasOwn(intrinsics, key) && (key !== 'Condition' || typeof argument === 'string')) {
    const result = intrinsics[key]?.(argument, scope, `${path}.${key}`);
    return typeof result === 'string' ? scope.rewrite(result) : result;
  }
  if (key.startsWith('Fn::')) throw new StartError(`${path}: the local cloud does not support ${key}.`);
  const result: Record<string, unknown> = {};
  for (const [name, inner] of entries) {
    const resolved = visit(inner, scope, path === '' ? name : `${path}.${name}`);
    if (resolved !== NO_VALUE) result[name] = resolved;
  }
  return result;
};

/**
 * Resolves a template value. `path` is its position for messages (`Stack.LogicalId.Properties`).
 * @throws StartError for an unsupported intrinsic, an unresolved name, or a shape that CloudFormation would reject
 */
export const resolveValue = (value: unknown, scope: Scope, path: string): unknown => {
  const resolved = visit(value, scope, path);
  return resolved === NO_VALUE ? undefined : resolved;
};
