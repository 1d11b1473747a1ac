import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type BuildOptions, version as esbuildVersion } from 'esbuild';
import { leanPackages } from './lean-packages.ts';
import { sourceHash } from './source-hash.ts';

/** Folder of the function bundles: `<root>/.build/functions/<name>/index.mjs`. */
export const functionsOutput = (root: string): string => join(root, '.build', 'functions');

/** Name (folder) and entry file of every function. */
export const functionEntries = (root: string): Readonly<Record<string, string>> => {
  const entries: Record<string, string> = {};
  for (const kind of ['api', 'workers']) {
    const folder = join(root, 'lambdas', kind);
    for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
      const file = join(folder, entry.name, 'index.ts');
      if (!entry.isDirectory() || !existsSync(file)) continue;
      if (entries[entry.name]) throw new Error(`Two functions are named ${entry.name}`);
      entries[entry.name] = file;
    }
  }
  return entries;
};

/** Credential sources of the SDK that Lambda never uses. */
const unusedCredentialSources = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-login',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
];

/** Bundle options of a function. */
export const bundleOptions = {
  bundle: true,
  minify: true,
  // Lambda passes credentials in environment variables, so the SDK never loads the other sources, which are a third
  // of a bundle.
  external: unusedCredentialSources,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The SDK's module builds are a third smaller than the CommonJS ones that `node` prefers.
  mainFields: ['module', 'main'],
  banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  sourcemap: 'linked',
  sourcesContent: false,
} as const satisfies BuildOptions;

/** esbuild options to bundle these functions into `<outdir>/<name>/index.mjs`. */
export const bundlesOf = (root: string, entries: Readonly<Record<string, string>>, outdir: string) =>
  ({
    absWorkingDir: root,
    entryPoints: Object.entries(entries).map(([name, file]) => ({ in: file, out: `${name}/index` })),
    outdir,
    outExtension: { '.js': '.mjs' },
    ...bundleOptions,
    plugins: [leanPackages(join(root, 'lambdas'))],
    metafile: true,
  }) satisfies BuildOptions;

/** Size of each bundle in bytes, in total and by input file. Stored for the size checks. */
export type BundleSizes = Readonly<
  Record<string, { readonly bytes: number; readonly inputs: Readonly<Record<string, number>> }>
>;

/** Attempts to replace the folder while another build does the same. */
const REPLACE_ATTEMPTS = 5;

/** Replaces a folder. A concurrent build of the same checkout may put its own folder there between the two steps. */
const replaceFolder = (fresh: string, outdir: string, attempts = REPLACE_ATTEMPTS): void => {
  rmSync(outdir, { recursive: true, force: true });
  try {
    renameSync(fresh, outdir);
  } catch (error) {
    if (attempts === 0) throw error;
    replaceFolder(fresh, outdir, attempts - 1);
  }
};

/** Files of packages that a function reads at run time, in a folder of the package's name next to its bundle. */
const functionAssets: Readonly<Record<string, { readonly package: string; readonly files: readonly string[] }>> = {
  speech: {
    package: 'soundswallower',
    files: ['package.json', 'soundswallower.node.js', 'soundswallower.node.wasm', 'model'],
  },
};

const copyAssets = (root: string, outdir: string): void => {
  for (const [name, { package: from, files }] of Object.entries(functionAssets))
    for (const file of files)
      cpSync(join(root, 'node_modules', from, file), join(outdir, name, from, file), { recursive: true });
};

/** Bundles every function in one esbuild run, with the AWS SDK, unless no source changed. Returns the bundle sizes. */
export const buildFunctions = async (root: string): Promise<BundleSizes> => {
  const outdir = functionsOutput(root);
  const stamp = join(outdir, 'built.json');
  const hash = sourceHash(
    root,
    ['package-lock.json', 'infra/build-functions.ts', 'infra/lean-packages.ts', 'lambdas'],
    esbuildVersion,
  );
  if (existsSync(stamp)) {
    const last = JSON.parse(readFileSync(stamp, 'utf8')) as { hash: string; sizes: BundleSizes };
    if (last.hash === hash) return last.sizes;
  }
  // Built into another folder and moved into place, so that a concurrent synthesis never reads an incomplete build.
  const fresh = `${outdir}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  const { metafile } = await build({ ...bundlesOf(root, functionEntries(root), fresh), logLevel: 'warning' });
  copyAssets(root, fresh);
  const sizes: Record<string, { bytes: number; inputs: Record<string, number> }> = {};
  for (const [file, output] of Object.entries(metafile.outputs)) {
    if (!file.endsWith('.mjs')) continue;
    const name = dirname(file).split('/').at(-1) ?? file;
    sizes[name] = {
      bytes: output.bytes,
      inputs: Object.fromEntries(
        Object.entries(output.inputs).map(([input, { bytesInOutput }]) => [input, bytesInOutput]),
      ),
    };
  }
  writeFileSync(join(fresh, 'built.json'), JSON.stringify({ hash, sizes }));
  replaceFolder(fresh, outdir);
  return sizes;
};
