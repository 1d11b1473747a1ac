import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type BuildOptions, version as esbuildVersion } from 'esbuild';
import { leanPackages } from './lean-packages.ts';
import { sourceHash } from './source-hash.ts';

/** Where every function's bundle lies: `<root>/.build/functions/<name>/index.mjs`. */
export const functionsOutput = (root: string): string => join(root, '.build', 'functions');

/** Name (folder) and entry of every function of the product. */
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

/** Where the SDK looks for credentials when the environment has none. */
const unusedCredentialSources = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-login',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/credential-provider-imds',
];

/** How a function is bundled. */
export const bundleOptions = {
  bundle: true,
  minify: true,
  // Lambda gives credentials in its environment; the SDK's other sources are loaded on demand, never, and a third of a
  // bundle.
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

/** The esbuild run that bundles the functions of these names into `<outdir>/<name>/index.mjs`. */
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

/** What one function's bundle is made of: bytes, and bytes by input file. Kept for the size checks. */
export type BundleSizes = Readonly<
  Record<string, { readonly bytes: number; readonly inputs: Readonly<Record<string, number>> }>
>;

/** Times that two builds may come between each other. */
const SWAPS = 5;

/**
 * Puts a folder in the place of another one. A second build of the same checkout may put its own there between the two
 * steps.
 */
const swapIn = (fresh: string, outdir: string, left = SWAPS): void => {
  rmSync(outdir, { recursive: true, force: true });
  try {
    renameSync(fresh, outdir);
  } catch (error) {
    if (left === 0) throw error;
    swapIn(fresh, outdir, left - 1);
  }
};

/**
 * Bundles every function in one esbuild run, AWS SDK inside, and skips the run when no source changed. Answers the
 * bundle sizes.
 */
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
  // Built beside and swapped in, so that a template which is being made at this moment never meets half a build.
  const fresh = `${outdir}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  const { metafile } = await build({ ...bundlesOf(root, functionEntries(root), fresh), logLevel: 'warning' });
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
  swapIn(fresh, outdir);
  return sizes;
};
