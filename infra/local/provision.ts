import type { AssemblyStack } from './assembly.ts';
import type { Provisioned, Provisioner } from './resources/types.ts';
import { StartError } from './start-error.ts';
import { dependenciesOf, resourceKey, type ResourceNode } from './template/dependencies.ts';
import { resolveValue } from './template/resolver.ts';
import { createScopes, type Scopes } from './template/scopes.ts';

/** How a resource type is handled: created by code, or only named because it has no effect here. */
export interface Meaning {
  readonly provision: Provisioner;
  /** The properties are not read. */
  readonly inert: boolean;
}

/** Returns how a resource type is handled; undefined for an unsupported one. */
export type MeaningOf = (type: string) => Meaning | undefined;

interface Node extends ResourceNode {
  readonly meaning: Meaning;
}

/** The created resources of all stacks. */
export interface ProvisionedStacks {
  find(stackName: string, logicalId: string): Provisioned | undefined;
  /** Resolved outputs of each stack, by stack name. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The resources to create, by key. @throws StartError naming an unsupported type */
const nodesOf = (stacks: readonly AssemblyStack[], meaningOf: MeaningOf, scopes: Scopes): ReadonlyMap<string, Node> => {
  const nodes = new Map<string, Node>();
  for (const stack of stacks) {
    for (const [logicalId, resource] of Object.entries(stack.template.Resources ?? {})) {
      const meaning = meaningOf(resource.Type);
      if (!meaning) {
        throw new StartError(
          `${resource.Type} (logical id ${logicalId}, stack ${stack.name}) is not supported by the local cloud.`,
        );
      }
      const reads = !meaning.inert;
      if (resource.Condition && reads && !scopes.of(stack).condition(resource.Condition)) continue;
      nodes.set(resourceKey(stack.name, logicalId), { stack, logicalId, resource, meaning, reads });
    }
  }
  return nodes;
};

/** Creates one resource. @throws StartError naming it */
const provisionNode = async (
  { stack, logicalId, resource, meaning, reads }: Node,
  scopes: Scopes,
): Promise<Provisioned> => {
  const type = resource.Type;
  try {
    const properties = reads
      ? (resolveValue(resource.Properties ?? {}, scopes.of(stack), `${stack.name}.${logicalId}`) as Record<
          string,
          unknown
        >)
      : {};
    return await meaning.provision({ stack, logicalId, type, properties });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `${type} (logical id ${logicalId}, stack ${stack.name}) could not be created: ${reasonOf(error)}`,
    );
  }
};

/** Creates every node as soon as its needs exist. `onDone` receives the key of each created one. */
const provisionAll = async (
  nodes: ReadonlyMap<string, Node>,
  needs: ReadonlyMap<string, readonly string[]>,
  create: (node: Node) => Promise<Provisioned>,
  onDone: (key: string, result: Provisioned) => void,
): Promise<void> => {
  const started = new Map<string, Promise<void>>();
  // A resource started after a failure would outlive the stop that follows it.
  let failed = false;
  const make = async (key: string, node: Node): Promise<void> => {
    await Promise.all((needs.get(key) ?? []).map(start));
    if (failed) return;
    try {
      onDone(key, await create(node));
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const start = (key: string): Promise<void> => {
    const node = nodes.get(key);
    if (!node) return Promise.resolve();
    const running = started.get(key) ?? make(key, node);
    started.set(key, running);
    return running;
  };
  await Promise.all([...nodes.keys()].map(start));
};

/**
 * Creates every resource of the assembly, each as soon as its dependencies exist, across stacks too. `rewrite` replaces
 * placeholder hosts, and `onPending` receives the types that are still pending. Then runs the checks of all resources.
 * @throws StartError naming the unsupported type, unresolved value or failed resource
 */
export const provisionStacks = async (
  stacks: readonly AssemblyStack[],
  meaningOf: MeaningOf,
  rewrite: (text: string) => string,
  onPending: (types: readonly string[]) => void = () => {},
): Promise<ProvisionedStacks> => {
  const made = new Map<string, Provisioned>();
  const find: ProvisionedStacks['find'] = (stackName, logicalId) => made.get(resourceKey(stackName, logicalId));
  const scopes = createScopes(stacks, find, rewrite);
  const nodes = nodesOf(stacks, meaningOf, scopes);
  const needs = dependenciesOf(nodes, scopes);

  const pending = new Map([...nodes].filter(([, { reads }]) => reads).map(([key, node]) => [key, node.resource.Type]));
  const reportPending = (): void => onPending([...new Set(pending.values())]);
  reportPending();
  await provisionAll(
    nodes,
    needs,
    (node) => provisionNode(node, scopes),
    (key, result) => {
      made.set(key, result);
      pending.delete(key);
      reportPending();
    },
  );
  for (const { check } of made.values()) check?.();
  return { find, outputs: scopes.outputs() };
};
