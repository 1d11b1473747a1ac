import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleOptions, functionEntries, functionsOutput, type BundleSizes } from '../../infra/build-functions.ts';
import { leanPackages } from '../../infra/lean-packages.ts';
import { atMost, median, type Row } from './report.ts';

/** Targets of the compressed bundles. Kilobytes are 1,000 bytes, as in the web budgets. */
const TABLE_KB = 360;
const PRESIGN_KB = 500;
/** The package of Stripe alone is 241 KB. */
const STRIPE_KB = 600;
const IMPORT_RATIO = 0.65;
/** Processes started for each build of a function. */
const IMPORTS = 11;
/** One function of each kind: table, table and parameters, signed playback, S3 presign. */
const IMPORTED = ['account', 'catalog', 'playback', 'uploads'];

const clientsOf = (inputs: Readonly<Record<string, number>>): readonly string[] => {
  const names = Object.keys(inputs).flatMap(
    (file) => /node_modules\/@aws-sdk\/client-([\w-]+)\//.exec(file)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
};

const usesStripe = (inputs: Readonly<Record<string, number>>): boolean =>
  Object.keys(inputs).some((file) => file.includes('node_modules/stripe/'));

/** The target of a bundle. A bundle with clients other than DynamoDB, SSM and the S3 presigner has none. */
const targetOf = (inputs: Readonly<Record<string, number>>) => {
  const others = clientsOf(inputs).filter((name) => name !== 'dynamodb' && name !== 'ssm');
  if (others.length <= 1 && usesStripe(inputs)) return atMost(STRIPE_KB);
  if (others.length === 0) return atMost(TABLE_KB);
  const presigns = Object.keys(inputs).some((file) => file.includes('/s3-request-presigner/'));
  return presigns && others.every((name) => name === 's3') ? atMost(PRESIGN_KB) : undefined;
};

/** Size of every function's bundle, from the build of an earlier start. */
export const bundleRows = (root: string): readonly Row[] => {
  const { sizes } = JSON.parse(readFileSync(join(functionsOutput(root), 'built.json'), 'utf8')) as {
    sizes: BundleSizes;
  };
  return Object.entries(sizes).map(([name, { bytes, inputs }]) => {
    const target = targetOf(inputs);
    const clients = clientsOf(inputs);
    return {
      group: 'Function bundles',
      measure: name,
      figure: bytes / 1000,
      unit: 'KB',
      ...(target ? { target } : {}),
      note: `${clients.length === 0 ? 'no AWS client' : clients.join(', ')}${target ? '' : '; no target'}`,
    };
  });
};

const IMPORT_SCRIPT = `
  const { pathToFileURL } = await import('node:url');
  const url = pathToFileURL(process.argv[1]).href;
  const cpu = process.cpuUsage();
  const from = performance.now();
  await import(url);
  const wall = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({ wall, cpu: (user + system) / 1000 }));
  process.exit(0);`;

interface ImportTime {
  /** Milliseconds. */
  readonly wall: number;
  readonly cpu: number;
}

const importOnce = (file: string, variables: Readonly<Record<string, string>>): ImportTime =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', IMPORT_SCRIPT, file], {
      env: { ...variables },
      encoding: 'utf8',
    }),
  ) as ImportTime;

/**
 * Import time of each bundle, relative to the same function with the AWS SDK as an external package. `variablesOf`
 * returns the environment variables that the template sets for a function. The two builds run alternately, so that
 * other load on the machine affects both.
 */
export const importRows = async (
  root: string,
  variablesOf: (name: string) => Readonly<Record<string, string>>,
): Promise<readonly Row[]> => {
  const entries = functionEntries(root);
  // Inside the checkout, so that Node finds its packages.
  const outdir = join(root, '.build', 'bench');
  await build({
    ...bundleOptions,
    absWorkingDir: root,
    entryPoints: IMPORTED.map((name) => ({ in: entries[name] ?? name, out: `${name}/index` })),
    outdir,
    outExtension: { '.js': '.mjs' },
    external: [...bundleOptions.external, '@aws-sdk/*', '@smithy/*'],
    plugins: [leanPackages(join(root, 'lambdas'))],
    logLevel: 'warning',
  });
  return IMPORTED.map((name) => {
    const variables = {
      ...variablesOf(name),
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'unused',
      AWS_SECRET_ACCESS_KEY: 'unused',
    };
    const files = {
      bundled: join(functionsOutput(root), name, 'index.mjs'),
      external: join(outdir, name, 'index.mjs'),
    };
    const runs = Array.from({ length: IMPORTS }, () => ({
      bundled: importOnce(files.bundled, variables),
      external: importOnce(files.external, variables),
    }));
    const medianOf = (kind: keyof typeof files, time: keyof ImportTime): number =>
      median(runs.map((run) => run[kind][time]));
    const [bundled, external] = [medianOf('bundled', 'wall'), medianOf('external', 'wall')];
    const cpu = medianOf('bundled', 'cpu') / medianOf('external', 'cpu');
    return {
      group: 'Import time, bundled relative to external SDK',
      measure: name,
      unit: '×',
      target: atMost(IMPORT_RATIO),
      figure: bundled / external,
      note:
        `${Math.round(bundled)} ms bundled, ${Math.round(external)} ms external, median of ${IMPORTS}; ` +
        `CPU ${cpu.toFixed(2)} ×`,
    };
  });
};
