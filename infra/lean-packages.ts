import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * A source map with a single mapping, the file's first character: a bundle's map then names the file but none of its
 * lines.
 */
const mapOf = (path: string): string => {
  const map = { version: 3, sources: [basename(path)], names: [], mappings: 'AAAA' };
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
};

const CLIENT_SCHEMAS = /@aws-sdk[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/;
const CLIENT_MANIFEST = /@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/;
const PACKAGE_SCRIPT = /[\\/]node_modules[\\/].+\.m?js$/;

/**
 * Modules of the SDK that the functions never use, although clients import them: the endpoint cache serves endpoint
 * discovery, which only Timestream needs; event streams, also over WebSockets, serve calls such as SelectObjectContent
 * and Bedrock's responses in parts; the hash functions in JavaScript serve runtimes without `node:crypto`. Each gets
 * the exports that clients refer to when they are created.
 */
const unusedModules: readonly { readonly path: RegExp; readonly contents: string }[] = [
  { path: /@aws-sdk[\\/]endpoint-cache[\\/]dist-es[\\/]index\.js$/, contents: 'export class EndpointCache {}' },
  {
    path: /@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]event-streams[\\/]index\.js$/,
    contents: `
      export const resolveEventStreamSerdeConfig = (config) => config;
      export const eventStreamSerdeProvider = () => {
        throw new Error('Bundles contain no event streams: see infra/lean-packages.ts');
      };
      export class EventStreamSerde {}`,
  },
  {
    path: /@aws-sdk[\\/]eventstream-handler-node[\\/]dist-es[\\/]index\.js$/,
    contents: 'export const eventStreamPayloadHandlerProvider = () => ({});',
  },
  ...['EventStream', 'WebSocket'].map((name) => ({
    path: new RegExp(String.raw`@aws-sdk[\\/]middleware-${name.toLowerCase()}[\\/]dist-es[\\/]index\.js$`),
    contents: `
      export const resolve${name}Config = (config) => config;
      export const get${name}Plugin = () => ({ applyToStack() {} });`,
  })),
  ...['Md5Js', 'Sha1Js', 'Sha256Js'].map((name) => ({
    path: new RegExp(String.raw`@(?:aws-sdk|smithy)[\\/].+[\\/]${name}\.js$`),
    contents: `export class ${name} {}`,
  })),
];

const CLIENT_IMPORT = /import\s*\{([^}]*)\}\s*from\s*'@aws-sdk\/client-/g;

/** Every name that the sources in a folder import from an SDK client. */
const importedNames = (folder: string): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    for (const [, list = ''] of readFileSync(join(entry.parentPath, entry.name), 'utf8').matchAll(CLIENT_IMPORT)) {
      for (const [name] of list.matchAll(/\w+/g)) names.add(name);
    }
  }
  return names;
};

/** The error classes of a client with retry hints (`$retryable`), which its own retries read. */
const retriedErrors = (schemasFile: string): ReadonlySet<string> => {
  const errors = readFileSync(join(dirname(schemasFile), '..', 'models', 'errors.js'), 'utf8');
  return new Set(
    errors
      .split(/^export class /m)
      .filter((text) => text.includes('$retryable'))
      .map((text) => /^\w+/.exec(text)?.[0] ?? ''),
  );
};

/**
 * Removes from a client's schemas what keeps all of them in a bundle: the registration of error classes that no source
 * imports, and keys computed from constants. An unregistered error is thrown as the service's general exception with
 * the same `name`, message and fields.
 */
export const leanSchemas = (text: string, isKept: (errorClass: string) => boolean): string => {
  const constants = new Map(
    [...text.matchAll(/^const (\w+) = ("[^"\n]*");$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  return text
    .replace(/^\w+\.registerError\(\w+\$, (\w+)\);$/gm, (statement, name: string) => (isKept(name) ? statement : ''))
    .replace(/\[(\w+)\]:/g, (key, name: string) => (constants.has(name) ? `${constants.get(name)}:` : key));
};

/**
 * Keeps bundles fast to load. SDK clients include only what the functions call and the errors that the sources in
 * `lambdas` import, without modules that are never used. Source maps contain the lines of our own files only, because
 * the runtime reads a map at every start.
 */
export const leanPackages = (lambdas: string): Plugin => ({
  name: 'lean-packages',
  setup({ onLoad }) {
    const imported = importedNames(lambdas);
    onLoad({ filter: CLIENT_MANIFEST }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
      return { loader: 'json', contents: JSON.stringify({ version }) };
    });
    onLoad({ filter: PACKAGE_SCRIPT }, ({ path }) => {
      const unused = unusedModules.find((module) => module.path.test(path));
      if (unused) return { contents: unused.contents };
      const text = readFileSync(path, 'utf8');
      if (!CLIENT_SCHEMAS.test(path)) return { contents: `${text}\n${mapOf(path)}` };
      const retried = retriedErrors(path);
      const isKept = (name: string): boolean =>
        imported.has(name) || retried.has(name) || name.endsWith('ServiceException');
      return { contents: `${leanSchemas(text, isKept)}\n${mapOf(path)}` };
    });
  },
});
