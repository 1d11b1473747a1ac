import type { AssemblyStack, TemplateResource } from '../assembly.ts';
import type { Provisioned } from '../resources/types.ts';
import { StartError } from '../start-error.ts';
import { resolveValue, type Scope } from './resolver.ts';

/** A value that a stack exports, unresolved. */
export interface StackExport {
  readonly stack: AssemblyStack;
  readonly value: unknown;
}

/** The stacks of an assembly, and how to resolve values in each. */
export interface Scopes {
  of(stack: AssemblyStack): Scope;
  readonly byName: ReadonlyMap<string, AssemblyStack>;
  /** Exports by name. */
  readonly exports: ReadonlyMap<string, StackExport>;
  /** The resolved outputs of every stack, by stack name. */
  outputs(): Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Returns a created resource. */
export type FindProvisioned = (stackName: string, logicalId: string) => Provisioned | undefined;

/** State of the scopes. */
interface State {
  readonly byName: ReadonlyMap<string, AssemblyStack>;
  readonly exports: Map<string, StackExport>;
  readonly find: FindProvisioned;
  readonly rewrite: (text: string) => string;
}

/** A resource of a stack that exists. @throws StartError when it does not */
const requireResource = (
  { find }: State,
  stack: AssemblyStack,
  logicalId: string,
): { readonly resource: TemplateResource; readonly result: Provisioned } => {
  const resource = stack.template.Resources?.[logicalId];
  if (!resource) throw new StartError(`Stack ${stack.name} has no resource or parameter ${logicalId}.`);
  const result = find(stack.name, logicalId);
  if (!result)
    throw new StartError(`${resource.Type} (${logicalId}, stack ${stack.name}) does not exist in this stage.`);
  return { resource, result };
};

const outputOf = (state: State, owner: AssemblyStack, name: string): unknown => {
  const output = owner.template.Outputs?.[name];
  if (!output) throw new StartError(`Stack ${owner.name} has no output ${name}.`);
  return resolveValue(output.Value, scopeOf(state, owner), `${owner.name}.Outputs.${name}`);
};

const scopeOf = (state: State, stack: AssemblyStack): Scope => {
  const { name: stackName, template } = stack;
  return {
    stackName,
    ref(name) {
      const parameter = template.Parameters?.[name];
      if (!parameter) return requireResource(state, stack, name).result.ref;
      if (parameter.Default === undefined || parameter.Type.startsWith('AWS::'))
        throw new StartError(`Parameter ${name} of stack ${stackName} has no value in the local cloud.`);
      return parameter.Default;
    },
    attribute(logicalId, attribute) {
      const { resource, result } = requireResource(state, stack, logicalId);
      const value = result.attributes?.[attribute];
      if (value !== undefined) return value;
      throw new StartError(
        `${resource.Type} (${logicalId}, stack ${stackName}) has no attribute ${attribute} in the local cloud.`,
      );
    },
    importValue(name) {
      const found = state.exports.get(name);
      if (!found) throw new StartError(`No stack exports ${name}, which stack ${stackName} imports.`);
      return resolveValue(found.value, scopeOf(state, found.stack), `export ${name}`);
    },
    stackOutput(owner, output) {
      const found = state.byName.get(owner);
      if (!found)
        throw new StartError(`Stack ${stackName} reads output ${output} of stack ${owner}, which does not exist.`);
      return outputOf(state, found, output);
    },
    condition(name) {
      const condition = template.Conditions?.[name];
      if (condition === undefined) throw new StartError(`Stack ${stackName} has no condition ${name}.`);
      return resolveValue(condition, scopeOf(state, stack), `${stackName}.Conditions.${name}`);
    },
    mapping(map, first, second) {
      const value = template.Mappings?.[map]?.[first]?.[second];
      if (value === undefined) throw new StartError(`Stack ${stackName} has no mapping ${map}.${first}.${second}.`);
      return value;
    },
    rewrite: state.rewrite,
  };
};

/** Creates the scopes of stacks. `find` returns what is created so far; `rewrite` replaces placeholder hosts. */
export const createScopes = (
  stacks: readonly AssemblyStack[],
  find: FindProvisioned,
  rewrite: (text: string) => string,
): Scopes => {
  const byName = new Map(stacks.map((stack) => [stack.name, stack]));
  const state: State = { byName, exports: new Map(), find, rewrite };
  for (const stack of stacks) {
    for (const { Value: value, Export } of Object.values(stack.template.Outputs ?? {})) {
      if (!Export) continue;
      const name = resolveValue(Export.Name, scopeOf(state, stack), `${stack.name}.Outputs`);
      state.exports.set(String(name), { stack, value });
    }
  }
  return {
    of: (stack) => scopeOf(state, stack),
    byName,
    exports: state.exports,
    outputs: () =>
      Object.fromEntries(
        stacks.map((stack) => [
          stack.name,
          Object.fromEntries(
            Object.keys(stack.template.Outputs ?? {}).map((name) => [name, String(outputOf(state, stack, name))]),
          ),
        ]),
      ),
  };
};
