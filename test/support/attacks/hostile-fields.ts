import { ulid } from 'ulid';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../lambdas/contract/endpoint.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import type { LooseInput } from '../api.ts';
import type { Row } from '../rows/endpoint-rows.ts';

/** A place in a right call where a text of the caller's goes. */
export interface InputField {
  readonly row: Row;
  readonly part: 'params' | 'query' | 'body';
  readonly field: string;
  /** It stands in a list of such texts. */
  readonly inList: boolean;
  /**
   * It names something stored, or a position in a list: by the contract's pattern, or by its name. Any other text is
   * free.
   */
  readonly isId: boolean;
}

interface Property {
  readonly type?: string;
  readonly pattern?: string;
  readonly anyOf?: readonly Property[];
  readonly items?: Property;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly anyOf?: readonly ObjectSchema[];
}

const PARTS = ['params', 'query', 'body'] as const;

const schemaOf = ({ row, part }: Pick<InputField, 'row' | 'part'>): z.ZodMiniType | undefined =>
  (endpoints[row.key] as Endpoint)[part];

const patternsOf = ({ pattern, items, anyOf = [] }: Property): readonly string[] => [
  ...(pattern === undefined ? [] : [pattern]),
  ...(items ? patternsOf(items) : []),
  ...anyOf.flatMap(patternsOf),
];
const isText = ({ type, anyOf = [] }: Property): boolean => type === 'string' || anyOf.some(isText);
const isListOfTexts = ({ type, items, anyOf = [] }: Property): boolean =>
  (type === 'array' && items !== undefined && isText(items)) || anyOf.some(isListOfTexts);

/** The ids' alphabet in a pattern, as `shared.ts` writes it, or with fewer letters. */
const ID_PATTERN = /_\[0-[79]/;
const ID_NAME = /(^id|_id|Id|Key|[cC]ursor)$/;

/** Properties of an object, or of those branches of a union that the row's own call fits. */
const propertiesOf = (schema: ObjectSchema, sent: readonly string[]): Readonly<Record<string, Property>> => {
  if (!schema.anyOf) return schema.properties ?? {};
  return Object.assign(
    {},
    ...schema.anyOf
      .map((branch) => branch.properties ?? {})
      .filter((properties) => sent.every((name) => name in properties)),
  ) as Record<string, Property>;
};

/** Names of the fields that a row's body may have, by the contract. */
export const bodyFieldsOf = (row: Row): ReadonlySet<string> => {
  const schema = schemaOf({ row, part: 'body' });
  const { properties = {}, anyOf = [] } = schema
    ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectSchema)
    : {};
  return new Set(
    [properties, ...anyOf.map((branch) => branch.properties ?? {})].flatMap((known) => Object.keys(known)),
  );
};

/** Every place of every row: parameters, query and the fields of bodies, the optional ones too. */
export const inputFieldsOf = (rows: readonly Row[]): readonly InputField[] =>
  rows.flatMap((row) =>
    PARTS.flatMap((part) => {
      const schema = schemaOf({ row, part });
      if (!schema) return [];
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectSchema;
      return Object.entries(propertiesOf(json, Object.keys(row.input[part] ?? {})))
        .filter(([, property]) => isText(property) || isListOfTexts(property))
        .map(([field, property]) => ({
          row,
          part,
          field,
          inList: !isText(property),
          isId: ID_NAME.test(field) || patternsOf(property).some((pattern) => ID_PATTERN.test(pattern)),
        }));
    }),
  );

/** The row's call with something else in a place. */
export const callWith = ({ row, part, field, inList }: InputField, value: unknown): LooseInput => ({
  ...row.input,
  [part]: { ...(row.input[part] as object | undefined), [field]: inList ? [value] : value },
});

/** Whether the contract takes a value in a place. */
export const isTaken = (place: InputField, value: unknown): boolean =>
  schemaOf(place)?.safeParse((callWith(place, value) as Readonly<Record<string, unknown>>)[place.part]).success ??
  false;

/** What the row's own call has in a place. */
export const rightValue = ({ row, part, field, inList }: InputField): unknown => {
  const value = (row.input[part] as Readonly<Record<string, unknown>> | undefined)?.[field];
  return inList && Array.isArray(value) ? (value as readonly unknown[])[0] : value;
};

/** An id of the same form as a right one, of something that does not exist; undefined where the value holds none. */
export const unknownId = (right: unknown): string | undefined => {
  if (typeof right !== 'string') return undefined;
  const other = right.replaceAll(/[0-7][0-9A-HJKMNP-TV-Z]{25}/g, () => ulid());
  return other === right ? undefined : other;
};
