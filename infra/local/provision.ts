import type { AssemblyStack, TemplateResource } from './assembly.ts';
import type { LocalCloud } from './cloud.ts';
import type { Provisioned, Provisioner } from './resources/types.ts';
import { StartError } from './start-error.ts';
import { type Reference, referencesOf } from './template/references.ts';
import { resolveValue, type Scope } from './template/resolver.ts';

/** How a resource type is handled: created by code, or only named because it has no effect here. */
export interface Meaning {
  readonly provision: Provisioner;
  /** The properties are not read. */
  readonly inert: boolean;
}

/** Returns how a resource type is handled; undefined for an unsupported one. */
export type MeaningOf = (type: string) => Meaning | undefined;

interface Node {
  readonly stack: AssemblyStack;
  readonly logicalId: string;
  readonly resource: TemplateResource;
  readonly meaning: Meaning;
}

/** The created resources of all stacks. */
export interface ProvisionedStacks {
  find(stackName: string, logicalId: string): Provisioned | undefined;
  /** Resolved outputs of each stack, by stack name. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const keyOf = (stackName: string, logicalId: string): string => `${stackName}/${logicalId}`;
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Creates every resource of the assembly, each as soon as its dependencies exist, across stacks too. `onPending`
 * receives the types that are still pending.
 * @throws StartError naming the unsupported type, unresolved value or failed resource
 */
export const provisionStacks = async (
  stacks: readonly AssemblyStack[],
  meaningOf: MeaningOf,
  cloud: LocalCloud,
  rewrite: (text: string) => string,
  onPending: (types: readonly string[]) => void = () => {},
): Promise<ProvisionedStacks> => {
  const byName = new Map(stacks.map((stack) => [stack.name, stack]));
  const made = new Map<string, Provisioned>();
  const exports = new Map<string, { stack: AssemblyStack; value: unknown }>();

  const scopeOf = (stack: AssemblyStack): Scope => {
    const find = (logicalId: string): { resource: TemplateResource; result: Provisioned } => {
      const resource = stack.template.Resources?.[logicalId];
      if (!resource) throw new StartError(`Stack ${stack.name} has no resource or parameter ${logicalId}.`);
      const result = made.get(keyOf(stack.name, logicalId));
      if (!result)
        throw new StartError(`${resource.Type} (${logicalId}, stack ${stack.name}) does not exist in this stage.`);
      return { resource, result };
    };
    const outputOf = (owner: AssemblyStack, name: string): unknown => {
      const output = owner.template.Outputs?.[name];
      if (!output) throw new StartError(`Stack ${owner.name} has no output ${name}.`);
      return resolveValue(output.Value, scopeOf(owner), `${owner.name}.Outputs.${name}`);
    };
    return {
      stackName: stack.name,
      ref(name) {
        const parameter = stack.template.Parameters?.[name];
        if (!parameter) return find(name).result.ref;
        if (parameter.Default === undefined || parameter.Type.startsWith('AWS::')) {
          throw new StartError(`Parameter ${name} of stack ${stack.name} has no value in the local cloud.`);
        }
        return parameter.Default;
      },
      attribute(logicalId, attribute) {
        const { resource, result } = find(logicalId);
        const value = result.attributes?.[attribute];
        if (value === undefined) {
          throw new StartError(
            `${resource.Type} (${logicalId}, stack ${stack.name}) has no attribute ${attribute} in the local cloud.`,
          );
        }
        return value;
      },
      importValue(name) {
        const found = exports.get(name);
        if (!found) throw new StartError(`No stack exports ${name}, which stack ${stack.name} imports.`);
        return resolveValue(found.value, scopeOf(found.stack), `export ${name}`);
      },
      stackOutput(owner, output) {
        const found = byName.get(owner);
        if (!found)
          throw new StartError(`Stack ${stack.name} reads output ${output} of stack ${owner}, which does not exist.`);
        return outputOf(found, output);
      },
      condition(name) {
        const condition = stack.template.Conditions?.[name];
        if (condition === undefined) throw new StartError(`Stack ${stack.name} has no condition ${name}.`);
        return resolveValue(condition, scopeOf(stack), `${stack.name}.Conditions.${name}`);
      },
      mapping(map, first, second) {
        const value = stack.template.Mappings?.[map]?.[first]?.[second];
        if (value === undefined) throw new StartError(`Stack ${stack.name} has no mapping ${map}.${first}.${second}.`);
        return value;
      },
      rewrite,
    };
  };

  for (const stack of stacks) {
    for (const { Value, Export } of Object.values(stack.template.Outputs ?? {})) {
      if (Export)
        exports.set(String(resolveValue(Export.Name, scopeOf(stack), `${stack.name}.Outputs`)), {
          stack,
          value: Value,
        });
    }
  }

  const nodes = new Map<string, Node>();
  for (const stack of stacks) {
    for (const [logicalId, resource] of Object.entries(stack.template.Resources ?? {})) {
      const meaning = meaningOf(resource.Type);
      if (!meaning) {
        throw new StartError(
          `${resource.Type} (logical id ${logicalId}, stack ${stack.name}) is not supported by the local cloud.`,
        );
      }
      if (resource.Condition && !meaning.inert && !scopeOf(stack).condition(resource.Condition)) continue;
      nodes.set(keyOf(stack.name, logicalId), { stack, logicalId, resource, meaning });
    }
  }

  const follow = (reference: Reference, stack: AssemblyStack): readonly string[] => {
    if (reference.kind === 'name') {
      const key = keyOf(stack.name, reference.name);
      return nodes.has(key) ? [key] : [];
    }
    const owner = reference.kind === 'import' ? exports.get(reference.name)?.stack : byName.get(reference.stack);
    const value =
      reference.kind === 'import'
        ? exports.get(reference.name)?.value
        : owner?.template.Outputs?.[reference.output]?.Value;
    return owner ? referencesOf(value).flatMap((inner) => follow(inner, owner)) : [];
  };
  const needsOf = ({ stack, resource, meaning }: Node): readonly string[] => {
    const named = [resource.DependsOn ?? []].flat().map((id) => keyOf(stack.name, id));
    const read = meaning.inert
      ? []
      : referencesOf(resource.Properties ?? {}).flatMap((reference) => follow(reference, stack));
    return [...new Set([...named, ...read])].filter((key) => nodes.has(key));
  };
  const needs = new Map([...nodes].map(([key, node]) => [key, needsOf(node)]));
  refuseCircle(needs);

  const pending = new Map(
    [...nodes].filter(([, node]) => !node.meaning.inert).map(([key, node]) => [key, node.resource.Type]),
  );
  const started = new Map<string, Promise<void>>();
  // A resource started after a failure would outlive the stop that follows it.
  let failed = false;
  const make = async (key: string, node: Node): Promise<void> => {
    await Promise.all((needs.get(key) ?? []).map(start));
    if (failed) return;
    const { stack, logicalId, resource, meaning } = node;
    try {
      const properties = meaning.inert
        ? {}
        : (resolveValue(resource.Properties ?? {}, scopeOf(stack), `${stack.name}.${logicalId}`) as Record<
            string,
            unknown
          >);
      made.set(key, await meaning.provision({ stack, logicalId, type: resource.Type, properties }, cloud));
    } catch (error) {
      failed = true;
      if (error instanceof StartError) throw error;
      throw new StartError(
        `${resource.Type} (logical id ${logicalId}, stack ${stack.name}) could not be created: ${reasonOf(error)}`,
      );
    }
    pending.delete(key);
    onPending([...new Set(pending.values())]);
  };
  const start = (key: string): Promise<void> => {
    const node = nodes.get(key);
    if (!node) return Promise.resolve();
    const running = started.get(key) ?? make(key, node);
    started.set(key, running);
    return running;
  };
  onPending([...new Set(pending.values())]);
  await Promise.all([...nodes.keys()].map(start));

  const outputs: Record<string, Record<string, string>> = {};
  for (const stack of stacks) {
    outputs[stack.name] = Object.fromEntries(
      Object.entries(stack.template.Outputs ?? {}).map(([name, { Value }]) => [
        name,
        String(resolveValue(Value, scopeOf(stack), `${stack.name}.Outputs.${name}`)),
      ]),
    );
  }
  return { find: (stackName, logicalId) => made.get(keyOf(stackName, logicalId)), outputs };
};

const refuseCircle = (needs: ReadonlyMap<string, readonly string[]>): void => {
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
