import { ulid } from 'ulid';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../lambdas/contract/endpoint.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';
import type { LooseInput } from '../api.ts';
import type { Row } from '../rows/endpoint-rows.ts';

/** A field of a valid call that takes text from the caller. */
export interface InputField {
  readonly row: Row;
  readonly part: 'params' | 'query' | 'body';
  readonly field: string;
  /** The field is an array of texts. */
  readonly inList: boolean;
  /**
   * Whether the field identifies a stored item or a position in a list, according to the contract's pattern or the
   * field's name. Any other text is free text.
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

/** Part of an ID pattern: the alphabet that `shared.ts` writes, or a shorter one. */
const ID_PATTERN = /_\[0-[79]/;
const ID_NAME = /(^id|_id|Id|Key|[cC]ursor)$/;

/** Properties of an object, or of the union branches that match the row's own call. */
const propertiesOf = (schema: ObjectSchema, sent: readonly string[]): Readonly<Record<string, Property>> => {
  if (!schema.anyOf) return schema.properties ?? {};
  return Object.assign(
    {},
    ...schema.anyOf
      .map((branch) => branch.properties ?? {})
      .filter((properties) => sent.every((name) => name in properties)),
  ) as Record<string, Property>;
};

/** Names of the fields that the contract allows in a row's body. */
export const bodyFieldsOf = (row: Row): ReadonlySet<string> => {
  const schema = schemaOf({ row, part: 'body' });
  const { properties = {}, anyOf = [] } = schema
    ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as ObjectSchema)
    : {};
  return new Set(
    [properties, ...anyOf.map((branch) => branch.properties ?? {})].flatMap((known) => Object.keys(known)),
  );
};

/** Every text field of every row: path parameters, query parameters and body fields, optional ones included. */
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

/** The row's call with another value in one field. */
export const callWith = ({ row, part, field, inList }: InputField, value: unknown): LooseInput => ({
  ...row.input,
  [part]: { ...(row.input[part] as object | undefined), [field]: inList ? [value] : value },
});

/** Whether the contract accepts a value in a field. */
export const isAccepted = (inputField: InputField, value: unknown): boolean =>
  schemaOf(inputField)?.safeParse((callWith(inputField, value) as Readonly<Record<string, unknown>>)[inputField.part])
    .success ?? false;

/** The value of a field in the row's own call. */
export const validValue = ({ row, part, field, inList }: InputField): unknown => {
  const value = (row.input[part] as Readonly<Record<string, unknown>> | undefined)?.[field];
  return inList && Array.isArray(value) ? (value as readonly unknown[])[0] : value;
};

/** A valid ID of an item that does not exist; undefined when the value contains no ID. */
export const unknownId = (validId: unknown): string | undefined => {
  if (typeof validId !== 'string') return undefined;
  const other = validId.replaceAll(/[0-7][0-9A-HJKMNP-TV-Z]{25}/g, () => ulid());
  return other === validId ? undefined : other;
};
