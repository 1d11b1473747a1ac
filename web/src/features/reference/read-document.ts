/** A field of a request: name, kind, and whether it must be there. */
export interface ReferenceField {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly kind: string;
  readonly required: boolean;
}

/** One call. */
export interface ReferenceCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly access: 'public' | 'optional' | 'signed-in' | 'moderator' | 'admin';
  readonly fields: readonly ReferenceField[];
  /** Status with what it means: the codes of refusals. */
  readonly answers: readonly { readonly status: string; readonly codes: readonly string[] }[];
}

/** The calls of one part of the API. */
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

const MAX_WORDS = 6;

const kindOf = (schema: Schema = {}): string => {
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words) return words.length > MAX_WORDS ? 'one of a list' : words.map((word) => JSON.stringify(word)).join(' or ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(kindOf))].join(' or ');
  if (schema.type === 'array') return `list of ${kindOf(schema.items)}`;
  return typeof schema.type === 'string' ? schema.type : 'any';
};

/** Fields of a body; where it may have several shapes, those of all, needed only where every shape needs them. */
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
  const roles = security.flatMap((entry) => Object.values(entry).flat());
  if (roles.includes('moderator')) return 'moderator';
  return roles.includes('admin') ? 'admin' : 'signed-in';
};

const callOf = (method: string, path: string, operation: Operation): ReferenceCall => ({
  id: operation.operationId,
  method: method.toUpperCase(),
  path,
  // Names of fields stand between backticks.
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
  answers: Object.entries(operation.responses ?? {}).map(([status, { description = '' }]) => ({
    status,
    codes: [...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code),
  })),
});

/** Reads an OpenAPI document into groups by its tags, in their order. */
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
