/**
 * An esbuild plugin that leaves out the summaries of endpoints, which only the OpenAPI document uses. The application
 * reads that document from the API. Every page would otherwise download the sentences with its first call.
 */
import { readFile } from 'node:fs/promises';

const files = /[\\/]lambdas[\\/]contract[\\/].*\.ts$/;
const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
const summary = new RegExp(String.raw`^ +summary:\s*${text}(?:\s*\+\s*${text})*,\n`, 'gm');
/** A summary that the expression above does not match. */
const missed = /^ +summary:/m;

/** Creates the plugin. */
export const trimContract = () => ({
  name: 'trim-contract',
  setup: ({ onLoad }) => {
    onLoad({ filter: files }, async ({ path }) => {
      const contents = (await readFile(path, 'utf8')).replaceAll(summary, '');
      return missed.test(contents)
        ? { errors: [{ text: `web/trim-contract.mjs does not match a summary in ${path}` }] }
        : { contents, loader: 'ts' };
    });
  },
});
