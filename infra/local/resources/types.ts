import type { AssemblyStack } from '../assembly.ts';

/** A resource to be created: resolved, with all its references already created. */
export interface ResourceInput {
  readonly stack: AssemblyStack;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What other resources can read of a created resource. */
export interface Provisioned {
  readonly ref: string;
  /** Values of `Fn::GetAtt`, by attribute. Reading another attribute is an error. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Runs when all resources exist. @throws StartError naming what a policy does not allow */
  readonly check?: () => void;
}

/** Creates a resource in the local engines. @throws StartError with a one-line message when it cannot */
export type Provisioner = (input: ResourceInput) => Provisioned | Promise<Provisioned>;

/** Names a resource without reading its properties. */
export type NamedResource = (input: ResourceInput) => Provisioned;

/** A required string property. @throws Error when it is not a string */
export const textProperty = (properties: Readonly<Record<string, unknown>>, name: string): string => {
  const value = properties[name];
  if (typeof value !== 'string') throw new Error(`property ${name} must be a string`);
  return value;
};

/** A property as a record, empty when absent. */
export const recordProperty = (
  properties: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> => (properties[name] ?? {}) as Readonly<Record<string, unknown>>;

/** A property as a list, empty when absent. */
export const listProperty = <T>(properties: Readonly<Record<string, unknown>>, name: string): readonly T[] =>
  (properties[name] ?? []) as readonly T[];

/** A number, which CloudFormation may pass as a string. */
export const numberProperty = (properties: Readonly<Record<string, unknown>>, name: string): number | undefined =>
  properties[name] === undefined ? undefined : Number(properties[name]);
