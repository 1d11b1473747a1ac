/** A parameter of a request. */
export interface ReferenceField {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly kind: string;
  readonly required: boolean;
}

/** One endpoint. */
export interface ReferenceCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: 'public' | 'optional' | 'signed-in' | 'moderator' | 'admin' | 'smart-token';
  readonly fields: readonly ReferenceField[];
  /** Response statuses with their error codes. */
  readonly responses: readonly { readonly status: string; readonly codes: readonly string[] }[];
}

/** The endpoints of one part of the API. */
export interface ReferenceGroup {
  readonly name: string;
  readonly calls: readonly ReferenceCall[];
}

interface Schema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

interface Operation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required?: boolean;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
}

/** Maximum number of values of an enum that are listed. */
const MAX_VALUES = 6;

const kindOf = (schema: Schema = {}): string => {
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values) return values.length > MAX_VALUES ? 'enum' : values.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(kindOf))].join(' or ');
  if (schema.type === 'array') return `array of ${kindOf(schema.items)}`;
  return typeof schema.type === 'string' ? schema.type : 'any';
};

/** The fields of a body. With several shapes, all their fields, required only if every shape requires them. */
const bodyFields = (schema: Schema | undefined): readonly ReferenceField[] => {
  const shapes = schema?.anyOf ?? (schema ? [schema] : []);
  const names = [...new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))];
  return names.map((name) => ({
    name,
    place: 'body',
    kind: [
      ...new Set(shapes.flatMap(({ properties = {} }) => (properties[name] ? [kindOf(properties[name])] : []))),
    ].join(' or '),
    required: shapes.every(({ required = [] }) => required.includes(name)),
  }));
};

const accessOf = ({ security = [] }: Operation): ReferenceCall['access'] => {
  if (security.length === 0) return 'public';
  if (security.some((entry) => Object.keys(entry).length === 0)) return 'optional';
  if (security.some((entry) => 'smartToken' in entry)) return 'smart-token';
  const roles = security.flatMap((entry) => Object.values(entry).flat());
  if (roles.includes('moderator')) return 'moderator';
  return roles.includes('admin') ? 'admin' : 'signed-in';
};

const callOf = (method: string, path: string, operation: Operation): ReferenceCall => ({
  id: operation.operationId,
  method: method.toUpperCase(),
  path,
  // Field names are in backticks.
  summary: operation.summary?.replaceAll('`', '') ?? '',
  access: accessOf(operation),
  fields: [
    ...(operation.parameters ?? []).map(({ name, in: place, required = false, schema }) => ({
      name,
      place,
      kind: kindOf(schema),
      required,
    })),
    ...bodyFields(operation.requestBody?.content?.['application/json']?.schema),
  ],
  responses: Object.entries(operation.responses ?? {}).map(([status, { description = '' }]) => ({
    status,
    codes: [...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  })),
});

/** Groups the operations of an OpenAPI document by tag, in alphabetical order. */
export const readReference = (document: { readonly openapi: string }): readonly ReferenceGroup[] => {
  const { paths = {} } = document as { readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags?.[0] ?? 'other',
      call: callOf(method, path, operation),
    })),
  );
  const tags = [...new Set(calls.map(({ tag }) => tag))].sort();
  return tags.map((name) => ({ name, calls: calls.filter(({ tag }) => tag === name).map(({ call }) => call) }));
};
