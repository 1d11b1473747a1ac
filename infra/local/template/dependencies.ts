import type { AssemblyStack, TemplateResource } from '../assembly.ts';
import { StartError } from '../start-error.ts';
import { type Reference, referencesOf } from './references.ts';
import type { Scopes } from './scopes.ts';

/** A resource of the assembly. */
export interface ResourceNode {
  readonly stack: AssemblyStack;
  readonly logicalId: string;
  readonly resource: TemplateResource;
  /** Whether its properties are read. */
  readonly reads: boolean;
}

/** The key of a resource in the whole assembly. */
export const resourceKey = (stackName: string, logicalId: string): string => `${stackName}/${logicalId}`;

/** The keys of the resources that a reference leads to, through exports and outputs of other stacks too. */
const follow = (
  reference: Reference,
  stack: AssemblyStack,
  { byName, exports }: Pick<Scopes, 'byName' | 'exports'>,
): readonly string[] => {
  if (reference.kind === 'name') return [resourceKey(stack.name, reference.name)];
  const found =
    reference.kind === 'import'
      ? exports.get(reference.name)
      : {
          stack: byName.get(reference.stack),
          value: byName.get(reference.stack)?.template.Outputs?.[reference.output]?.Value,
        };
  const owner = found?.stack;
  return owner ? referencesOf(found.value).flatMap((inner) => follow(inner, owner, { byName, exports })) : [];
};

const rejectCycle = (needs: ReadonlyMap<string, readonly string[]>): void => {
  const done = new Set<string>();
  const walk = (key: string, trail: readonly string[]): void => {
    if (done.has(key)) return;
    if (trail.includes(key))
      throw new StartError(`Resources depend on each other: ${[...trail.slice(trail.indexOf(key)), key].join(' → ')}`);
    for (const next of needs.get(key) ?? []) walk(next, [...trail, key]);
    done.add(key);
  };
  for (const key of needs.keys()) walk(key, []);
};

/** The keys of the resources that each resource needs, by key. @throws StartError for a cycle */
export const dependenciesOf = (
  nodes: ReadonlyMap<string, ResourceNode>,
  scopes: Pick<Scopes, 'byName' | 'exports'>,
): ReadonlyMap<string, readonly string[]> => {
  const needs = new Map(
    [...nodes].map(([key, { stack, resource, reads }]) => {
      const named = [resource.DependsOn ?? []].flat().map((id) => resourceKey(stack.name, id));
      const read = reads
        ? referencesOf(resource.Properties ?? {}).flatMap((reference) => follow(reference, stack, scopes))
        : [];
      return [key, [...new Set([...named, ...read])].filter((needed) => nodes.has(needed))];
    }),
  );
  rejectCycle(needs);
  return needs;
};
