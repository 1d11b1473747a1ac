import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { Panel } from './panel.ts';
import { notFound, type Routes } from './router.ts';

const FOLDER = join(import.meta.dirname, 'page');
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
} as const satisfies Readonly<Record<string, string>>;
/** The page loads only its own files, calls only its own origin, and cannot be framed. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const send = (response: ServerResponse, type: string, text: Buffer): void => {
  response.writeHead(200, {
    'content-type': type,
    'content-length': text.length,
    'content-security-policy': PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  response.end(text);
};

/** The script that collects the sections: one import for each panel, in the order of the navigation. */
const panelScript = (panels: readonly Panel[]): Buffer =>
  Buffer.from(
    [
      ...panels.map(({ id }) => `import { ${id} } from './${id}.js';`),
      `export const sections = [${panels.map(({ id }) => id).join(', ')}];`,
      '',
    ].join('\n'),
  );

/** The console's page, at `/_local`, and its files. They are read for each request, so a reload shows changes. */
export const pageRoutes = (panels: readonly Panel[]): Routes => {
  const scripts = new Map(panels.flatMap(({ id, script }) => (script === undefined ? [] : [[`${id}.js`, script]])));
  const sendFile = async (response: ServerResponse, name: string): Promise<void> => {
    const type = (TYPES as Readonly<Record<string, string>>)[extname(name)];
    // The folder has no subfolders: a name contains no slash and does not start with a dot.
    if (type === undefined || !/^[a-z][a-z-]*\.[a-z]+$/.test(name)) throw notFound('file', name);
    const text = await readFile(scripts.get(name) ?? join(FOLDER, name)).catch(() => {
      throw notFound('file', name);
    });
    send(response, type, text);
  };
  return {
    'GET ': ({ response }) => sendFile(response, 'index.html'),
    'GET page/panels.js': ({ response }) => send(response, TYPES['.js'], panelScript(panels)),
    'GET page/{}': ({ names: [name = ''], response }) => sendFile(response, name),
  };
};
