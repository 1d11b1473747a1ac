/**
 * Renames local variables once more, with SWC: it gives the shortest names to what is used most, and reuses the same
 * names in every function, which compresses 3 % better than esbuild's choice. Nothing else of the code changes.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minify, version } from '@swc/core';

/** Changes when the same input may give other output. */
export const shortenerVersion = `${version} ${readFileSync(fileURLToPath(import.meta.url))}`;

/** Shortens every script in a map of file names to bytes. */
export const shortenNames = async (files) =>
  new Map(
    await Promise.all(
      [...files].map(async ([file, contents]) => {
        if (!file.endsWith('.js')) return [file, contents];
        const { code } = await minify(contents.toString(), { module: true, compress: false, mangle: true });
        return [file, Buffer.from(code)];
      }),
    ),
  );
