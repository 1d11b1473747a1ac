import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { notFound, type Routes } from './router.ts';

const FOLDER = join(import.meta.dirname, 'page');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
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

/** Sends a file of the page. It is read for each request, so that changes show on the next load. */
const sendFile = async (response: ServerResponse, name: string): Promise<undefined> => {
  const type = TYPES[extname(name)];
  // The folder has no subfolders: a name contains no slash and does not start with a dot.
  if (type === undefined || !/^[a-z][a-z-]*\.[a-z]+$/.test(name)) throw notFound('file', name);
  const text = await readFile(join(FOLDER, name)).catch(() => {
    throw notFound('file', name);
  });
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
  return undefined;
};

/** The console's page, at `/_local`, and its files. */
export const pageRoutes: Routes = {
  'GET ': ({ response }) => sendFile(response, 'index.html'),
  'GET page/{}': ({ names: [name = ''], response }) => sendFile(response, name),
};
