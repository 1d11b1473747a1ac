/**
 * TypeScript compiles an enum of texts to a function that fills an object, which no bundler may leave out, used or not.
 * Amplify has hundreds of them on the way to a session. Written as the objects that they are, the unused ones go.
 */
import { readFile } from 'node:fs/promises';

const files = /[\\/]@aws-amplify[\\/](?:auth|core)[\\/]dist[\\/]esm[\\/].*\.mjs$/;
const enumeration = /var (\w+);\s*\(function \(\1\) \{([^{}]*)\}\)\(\1 \|\| \(\1 = \{\}\)\);/g;
const members = /\/\/.*|\/\*[^]*?\*\/|\w+\["[^"]+"\] = "[^"]*";/g;

const fold = (statement, name, body) => {
  // What is not a list of texts stays as it is.
  if (body.replaceAll(members, '').trim() !== '') return statement;
  const texts = [...body.matchAll(/\w+\["([^"]+)"\] = ("[^"]*");/g)].map(
    ([, key, value]) => `${JSON.stringify(key)}:${value}`,
  );
  return `var ${name} = {${texts.join(',')}};`;
};

/** Makes the plugin. */
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
