import type { AssemblyStack } from '../assembly.ts';
import type { LocalCloud } from '../cloud.ts';

/** A resource about to be made: resolved, with everything that it refers to already there. */
export interface ResourceInput {
  readonly stack: AssemblyStack;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** What other resources may know of a made resource. */
export interface Provisioned {
  readonly ref: string;
  /** Values of `Fn::GetAtt`, by attribute. What is not listed is an error to ask for. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** Makes a resource on the local engines. @throws StartError in one line when it cannot */
export type Provisioner = (input: ResourceInput, cloud: LocalCloud) => Provisioned | Promise<Provisioned>;

/** A property that must be there. @throws Error when it is not a text */
export const textProperty = (properties: Readonly<Record<string, unknown>>, name: string): string => {
  const value = properties[name];
  if (typeof value !== 'string') throw new Error(`property ${name} must be a text`);
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

/** A number that CloudFormation may carry as a text. */
export const numberProperty = (properties: Readonly<Record<string, unknown>>, name: string): number | undefined =>
  properties[name] === undefined ? undefined : Number(properties[name]);
