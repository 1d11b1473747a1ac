import type * as z from 'zod/mini';
import { UserId } from '../../../lambdas/contract/shared.ts';

/** Names of fields that identify a user, in schemas that accept any text there. */
const NAMES = new Set(['email', 'full_name', 'user_id', 'username']);

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
  readonly keyType?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly options?: readonly z.ZodMiniType[];
  readonly items?: readonly z.ZodMiniType[];
  /** Of a schema that first changes its input: what its result must match. */
  readonly out?: z.ZodMiniType;
}

/** Types of schemas without others inside. */
const LEAVES = new Set(['string', 'number', 'boolean', 'literal', 'enum', 'unknown', 'undefined', 'null', 'custom']);

const childrenOf = (schema: z.ZodMiniType): readonly (readonly [name: string, schema: z.ZodMiniType])[] => {
  const { type, shape, element, innerType, keyType, valueType, options, items, out } = schema._zod
    .def as unknown as Definition;
  if (shape) return Object.entries(shape);
  const inner = [element, innerType, keyType, valueType, out, ...(options ?? []), ...(items ?? [])];
  const children = inner.flatMap((one) => (one ? [['', one] as const] : []));
  if (children.length === 0 && !LEAVES.has(type)) throw new Error(`Unknown kind of schema: ${type}`);
  return children;
};

/** Paths of the fields of a schema that identify users, such as `set_by.user_id`. */
export const personFieldsOf = (schema: z.ZodMiniType, path: readonly string[] = []): readonly string[] => [
  ...new Set(
    schema === UserId || NAMES.has(path.at(-1) ?? '')
      ? [path.join('.')]
      : childrenOf(schema).flatMap(([name, child]) => personFieldsOf(child, name === '' ? path : [...path, name])),
  ),
];
