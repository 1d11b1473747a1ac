import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resourcesOf, type Assembly, type TemplateResource } from './assembly.ts';

/** Resources of one template by logical ID, to be modified. */
export type Resources = Record<string, TemplateResource>;

/** A route of the template and the function behind it. */
export interface TemplateRoute {
  readonly stack: string;
  readonly id: string;
  readonly method: string;
  /** The path with its parameters filled in. */
  readonly path: string;
  /** `GET /api/content/{id}` */
  readonly key: string;
  /** Whether the gateway requires a token. */
  readonly guarded: boolean;
  /** Folder of the function. */
  readonly folder: string;
}

/** A function of the product with the environment variables that the template sets. */
export interface TemplateFunction {
  readonly stack: string;
  readonly id: string;
  readonly folder: string;
  readonly variables: readonly string[];
}

/** A placeholder for any ID in paths. No such item exists. */
const SOME_ID = 'cnt_01ARZ3NDEKTSV4RRFFQ69G5FAV';

const text = (value: unknown): string => JSON.stringify(value);

/** The product's own functions. CDK's helper functions are not written for Node and do not run locally. */
export const productFunctions = (assembly: Assembly): readonly TemplateFunction[] =>
  resourcesOf(assembly, 'AWS::Lambda::Function')
    .filter(({ properties }) => String(properties['Runtime']).startsWith('nodejs'))
    .map(({ stack, id, properties }) => ({
      stack,
      id,
      folder: String(properties['Description']).replace('soundstage ', ''),
      variables: Object.keys(variablesOf(properties)),
    }));

const variablesOf = (properties: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  (properties['Environment'] as { Variables?: Record<string, unknown> } | undefined)?.Variables ?? {};

/** A value with each reference to an output of another stack replaced by the value of that output. */
const withOutputs = (assembly: Assembly, value: unknown): unknown => {
  const outputs = Object.assign({}, ...Object.values(assembly.templates).map(({ Outputs = {} }) => Outputs)) as Record<
    string,
    { readonly Value: unknown }
  >;
  return JSON.parse(text(value ?? null), (_key, part: { 'Fn::GetStackOutput'?: { OutputName: string } } | null) => {
    const output = part?.['Fn::GetStackOutput'];
    return output ? outputs[output.OutputName]?.Value : part;
  });
};

/** Every route of the HTTP API; routes of the WebSocket API are not HTTP requests. */
export const templateRoutes = (assembly: Assembly): readonly TemplateRoute[] => {
  const functions = productFunctions(assembly);
  const integrations = resourcesOf(assembly, 'AWS::ApiGatewayV2::Integration');
  const routes = resourcesOf(assembly, 'AWS::ApiGatewayV2::Route').filter(({ properties }) =>
    String(properties['RouteKey']).includes(' '),
  );
  return routes.map(({ stack, id, properties }) => {
    const key = String(properties['RouteKey']);
    const [method = '', path = ''] = key.split(' ');
    const integration = integrations.find((one) => text(properties['Target']).includes(text({ Ref: one.id })));
    const uri = text(withOutputs(assembly, integration?.properties['IntegrationUri']));
    const target = functions.find((one) => uri.includes(text(one.id)));
    if (!target) throw new Error(`${key} has no function`);
    const guarded = properties['AuthorizationType'] === 'JWT';
    return { stack, id, key, method, guarded, path: path.replaceAll(/\{[^}]+\}/g, SOME_ID), folder: target.folder };
  });
};

/** Removes environment variables from a function. */
export const withoutVariables =
  ({ id }: TemplateFunction, ...names: readonly string[]) =>
  (resources: Resources): void => {
    const variables = variablesOf(resources[id]?.Properties ?? {});
    for (const name of names) {
      if (!(name in variables)) throw new Error(`${id} has no variable ${name}`);
      delete variables[name];
    }
  };

/** Sets an environment variable of a function to another value. */
export const withVariable =
  ({ id }: TemplateFunction, name: string, value: string) =>
  (resources: Resources): void => {
    const variables = variablesOf(resources[id]?.Properties ?? {});
    if (!(name in variables)) throw new Error(`${id} has no variable ${name}`);
    variables[name] = value;
  };

/** Writes a copy of an assembly with the templates of some stacks modified. All other files are linked. */
export const changedAssembly = (
  assembly: Assembly,
  folder: string,
  changes: Readonly<Record<string, (resources: Resources) => void>>,
): string => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const changed = new Map(Object.keys(changes).map((stack) => [`${stack}.template.json`, stack]));
  for (const name of readdirSync(assembly.folder)) {
    const stack = changed.get(name);
    if (stack === undefined) {
      symlinkSync(join(assembly.folder, name), join(folder, name));
      continue;
    }
    const template = structuredClone(assembly.templates[stack]) as { Resources: Resources };
    changes[stack]?.(template.Resources);
    writeFileSync(join(folder, name), JSON.stringify(template));
  }
  return folder;
};
