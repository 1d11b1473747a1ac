/**
 * An esbuild plugin that leaves out two parts of React Router that only other applications use: instrumentation of
 * routers, and the components of its framework mode. The stubs throw if the application starts to use them.
 */
import { readFile } from 'node:fs/promises';

const instrumentation = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]router[\\/]instrumentation\.js$/;
const framework = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]dom[\\/]ssr[\\/]components\.js$/;

/** What routers and links call even if the part is not in use. It does what the original does then. */
const unused = {
  instrumentation: { consumeInstrumentationClientResultMetaReceiver: '() => undefined' },
  framework: {
    FrameworkContext: 'createContext(undefined)',
    usePrefetchBehavior: '() => [false, useRef(null), {}]',
    mergeRefs: `(...refs) => (value) => {
      for (const ref of refs) if (typeof ref === 'function') ref(value); else if (ref) ref.current = value;
    }`,
  },
};

/** A module with the same exports. Those that are not in `kept` throw. */
const stub = async (path, kept) => {
  const [, names = ''] = /^export \{([^}]*)\};$/m.exec(await readFile(path, 'utf8')) ?? [];
  const exported = names.split(',').map((name) => name.trim());
  const missing = Object.keys(kept).filter((name) => !exported.includes(name));
  if (missing.length > 0) throw new Error(`${path} does not export ${missing.join(', ')}`);
  const contents = [
    `import { createContext, useRef } from 'react';`,
    `const unsupported = () => { throw new Error('Left out of this build by trim-router.mjs'); };`,
    ...exported.map((name) => `export const ${name} = ${kept[name] ?? 'unsupported'};`),
  ];
  return { contents: contents.join('\n'), loader: 'js', resolveDir: import.meta.dirname };
};

/** Creates the plugin. */
export const trimRouter = () => ({
  name: 'trim-router',
  setup: ({ onLoad }) => {
    onLoad({ filter: instrumentation }, ({ path }) => stub(path, unused.instrumentation));
    onLoad({ filter: framework }, ({ path }) => stub(path, unused.framework));
  },
});
