/**
 * `node test/support/extract-texts.ts <specification> > test/web/support/<name>-texts.json` prints every text that a
 * specification quotes, once each, in order. An apostrophe inside a word does not end a text.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const QUOTED = /(?<![A-Za-z0-9])'((?:[^']|(?<=[A-Za-z])'(?=[a-z]))+?)'(?![A-Za-z])/g;

/** The texts that a specification quotes. */
export const quotedTexts = (specification: string): readonly string[] => [
  ...new Set(specification.split('\n').flatMap((line) => [...line.matchAll(QUOTED)].map(([, text = '']) => text))),
];

const [, script = '', path] = process.argv;
if (path !== undefined && import.meta.url === pathToFileURL(script).href)
  console.log(JSON.stringify(quotedTexts(readFileSync(path, 'utf8')), null, 2));
