import type { EngineParts } from '../engine.ts';
import type { Meaning, MeaningOf } from '../provision.ts';

const ownEntry = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Collects the entries of several tables. @throws Error when two have the same name */
const merge = <T>(tables: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> => {
  const merged: Record<string, T> = {};
  for (const [type, value] of tables.flatMap((table) => Object.entries(table))) {
    if (Object.hasOwn(merged, type)) throw new Error(`Two engines provision ${type}`);
    merged[type] = value;
  }
  return merged;
};

/** How the engines handle a resource type; undefined for an unsupported one, which stops the start. */
export const createMeaningOf = (
  parts: readonly Pick<EngineParts<unknown>, 'resources' | 'namedResources'>[],
): MeaningOf => {
  const provisioners = merge(parts.map(({ resources = {} }) => resources));
  const named = merge(parts.map(({ namedResources = {} }) => namedResources));
  return (type): Meaning | undefined => {
    const provision = ownEntry(provisioners, type);
    if (provision) return { provision, inert: false };
    const name = ownEntry(named, type);
    if (name) return { provision: name, inert: true };
    const custom = type.startsWith('Custom::') ? ownEntry(provisioners, 'Custom::*') : undefined;
    return custom && { provision: custom, inert: false };
  };
};
