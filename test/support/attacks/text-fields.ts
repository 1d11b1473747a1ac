import * as z from 'zod/mini';
import type { Endpoint } from '../../../lambdas/contract/endpoint.ts';
import { endpoints } from '../../../lambdas/contract/index.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

/** Whether a field accepts the text, according to its pattern and its allowed values. Its length is not checked. */
const accepts = (schema: Schema, text: string): boolean => {
  if (schema.enum !== undefined || schema.const !== undefined || schema.format === 'email') return false;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text)) return false;
  return (schema.allOf ?? []).every((part) => accepts(part, text));
};

const fieldsIn = (schema: Schema, path: string, text: string): readonly string[] => [
  ...(schema.type === 'string' && accepts(schema, text) ? [path] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    fieldsIn(property, path === '' ? name : `${path}.${name}`, text),
  ),
  ...(typeof schema.additionalProperties === 'object' ? fieldsIn(schema.additionalProperties, `${path}.*`, text) : []),
  ...(schema.items ? fieldsIn(schema.items, `${path}[]`, text) : []),
  ...[
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.type === undefined ? (schema.allOf ?? []) : []),
  ].flatMap((branch) => fieldsIn(branch, path, text)),
];

/**
 * Every body field of the contract that accepts a text like this one, nested fields and array items included, as
 * `<endpoint> <field>`.
 */
export const textFieldsAccepting = (text: string): readonly string[] => [
  ...new Set(
    Object.entries(endpoints as Readonly<Record<string, Endpoint>>).flatMap(([key, { body }]) =>
      body
        ? fieldsIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema, '', text).map(
            (field) => `${key} ${field}`,
          )
        : [],
    ),
  ),
];
