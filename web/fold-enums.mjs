/**
 * An esbuild plugin that rewrites compiled string enums as plain objects. TypeScript compiles an enum to a function
 * call, which a bundler cannot drop even when it is unused. Amplify's sign-in code contains hundreds of them.
 */
import { readFile } from 'node:fs/promises';

const files = /[\\/]@aws-amplify[\\/](?:auth|core)[\\/]dist[\\/]esm[\\/].*\.mjs$/;
const enumeration = /var (\w+);\s*\(function \(\1\) \{([^{}]*)\}\)\(\1 \|\| \(\1 = \{\}\)\);/g;
const members = /\/\/.*|\/\*[^]*?\*\/|\w+\["[^"]+"\] = "[^"]*";/g;

const fold = (statement, name, body) => {
  // Leave anything that is not a plain list of strings unchanged.
  if (body.replaceAll(members, '').trim() !== '') return statement;
  const entries = [...body.matchAll(/\w+\["([^"]+)"\] = ("[^"]*");/g)].map(
    ([, key, value]) => `${JSON.stringify(key)}:${value}`,
  );
  return `var ${name} = {${entries.join(',')}};`;
};

/** Creates the plugin. */
export const foldEnums = () => ({
  name: 'fold-enums',
  setup: ({ onLoad }) => {
    onLoad({ filter: files }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll(enumeration, fold);
      return contents === text ? undefined : { contents, loader: 'js' };
    });
  },
});
