import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { synthesize } from '../../../infra/synth.ts';
import { templateFolder } from './cached-template.ts';
import { repositoryRoot } from '../source-tree.ts';

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export interface Template {
  readonly Resources: Readonly<Record<string, TemplateResource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

export interface Assembly {
  readonly folder: string;
  /** Templates by stack name (`Data`, `Media`, …). */
  readonly templates: Readonly<Record<string, Template>>;
}

/**
 * Synthesizes a stage with the real bundles, unless the sources are unchanged, and reads its templates; `prod` with
 * every option set. Test files share its folder: those that change a template write it elsewhere.
 */
export const assemblyOf = async (stage: string): Promise<Assembly> => {
  const folder = templateFolder(stage);
  await synthesize(
    repositoryRoot,
    stage,
    folder,
    stage === 'prod' ? { app: 'test/support/stack/configured-app.ts' } : {},
  );
  return { folder, templates: readTemplates(folder) };
};

/** The templates of an assembly, by stack. */
export const readTemplates = (folder: string): Assembly['templates'] => {
  if (!existsSync(join(folder, 'manifest.json'))) throw new Error(`No assembly in ${folder}`);
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.template.json'))
      .map((name) => [name.replace('.template.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  );
};

/** Every resource of a type, with its stack and logical ID. */
export const resourcesOf = (assembly: Assembly, type?: string) =>
  Object.entries(assembly.templates).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, resource]) => type === undefined || resource.Type === type)
      .map(([id, resource]) => ({ stack, id, ...resource, properties: resource.Properties ?? {} })),
  );
