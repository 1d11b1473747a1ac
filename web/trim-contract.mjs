/**
 * An esbuild plugin that leaves out the summaries of endpoints and the codes of their errors, which only the server and
 * the OpenAPI document use. The application reads that document from the API. Every page would otherwise download them
 * with its first call.
 */
import { readFile } from 'node:fs/promises';

const files = /[\\/]lambdas[\\/]contract[\\/].*\.ts$/;
const text = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
const summary = new RegExp(String.raw`^ +summary:\s*${text}(?:\s*\+\s*${text})*,\n`, 'gm');
const errors = /^ +errors: \[[^\]]*\],\n/gm;
/** What the expressions above do not match. */
const missed = /^ +(?:summary:|errors: \[)/m;

/** Creates the plugin. */
export const trimContract = () => ({
  name: 'trim-contract',
  setup: ({ onLoad }) => {
    onLoad({ filter: files }, async ({ path }) => {
      const contents = (await readFile(path, 'utf8')).replaceAll(summary, '').replaceAll(errors, '');
      return missed.test(contents)
        ? { errors: [{ text: `web/trim-contract.mjs does not match a summary or errors in ${path}` }] }
        : { contents, loader: 'ts' };
    });
  },
});
