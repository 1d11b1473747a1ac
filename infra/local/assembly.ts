import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from './start-error.ts';

/** A resource of a template, unresolved. */
export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DependsOn?: string | readonly string[];
  readonly Condition?: string;
  readonly Metadata?: Readonly<Record<string, unknown>>;
}

/** A synthesized CloudFormation template. */
export interface Template {
  readonly Resources?: Readonly<Record<string, TemplateResource>>;
  readonly Outputs?: Readonly<
    Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: unknown } }>
  >;
  readonly Parameters?: Readonly<Record<string, { readonly Type: string; readonly Default?: unknown }>>;
  readonly Conditions?: Readonly<Record<string, unknown>>;
  readonly Mappings?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
}

/** One stack of the assembly. */
export interface AssemblyStack {
  /** The stack's name in CloudFormation. */
  readonly name: string;
  readonly template: Template;
  /** File or folder of each asset, by its object key in the asset bucket (`<hash>.zip`). */
  readonly assets: ReadonlyMap<string, string>;
}

interface ManifestArtifact {
  readonly type: string;
  readonly dependencies?: readonly string[];
  readonly properties?: { readonly templateFile?: string; readonly stackName?: string; readonly file?: string };
}

interface AssetManifest {
  readonly files?: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path?: string };
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>;
      }
    >
  >;
}

const readJson = (path: string): unknown => {
  if (!existsSync(path)) throw new StartError(`The synthesized template is incomplete: ${path} is missing.`);
  return JSON.parse(readFileSync(path, 'utf8'));
};

const readAssets = (dir: string, file: string): Map<string, string> => {
  const assets = new Map<string, string>();
  const manifest = readJson(join(dir, file)) as AssetManifest;
  for (const { source, destinations } of Object.values(manifest.files ?? {})) {
    for (const { objectKey } of Object.values(destinations)) {
      if (source.path) assets.set(objectKey, join(dir, source.path));
    }
  }
  return assets;
};

/**
 * Reads a cloud assembly folder (`cdk.out`) and returns its stacks in dependency order. @throws StartError when a file
 * is missing
 */
export const readAssembly = (dir: string): readonly AssemblyStack[] => {
  const { artifacts = {} } = readJson(join(dir, 'manifest.json')) as { artifacts?: Record<string, ManifestArtifact> };
  const stacks: AssemblyStack[] = [];
  const visited = new Set<string>();
  const visit = (id: string): void => {
    const artifact = artifacts[id];
    if (!artifact || visited.has(id)) return;
    visited.add(id);
    for (const dependency of artifact.dependencies ?? []) visit(dependency);
    if (artifact.type === 'cdk:cloud-assembly')
      throw new StartError(`The local cloud does not support nested assemblies (${id}).`);
    if (artifact.type !== 'aws:cloudformation:stack') return;
    const manifests = (artifact.dependencies ?? [])
      .map((dependency) => artifacts[dependency])
      .filter((dependency) => dependency?.type === 'cdk:asset-manifest');
    stacks.push({
      name: artifact.properties?.stackName ?? id,
      template: readJson(join(dir, artifact.properties?.templateFile ?? `${id}.template.json`)) as Template,
      assets: new Map(manifests.flatMap((manifest) => [...readAssets(dir, manifest?.properties?.file ?? '')])),
    });
  };
  for (const id of Object.keys(artifacts)) visit(id);
  return stacks;
};
