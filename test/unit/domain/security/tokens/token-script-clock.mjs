/**
 * Loaded before the script for smart tokens, by `node --import`: gives it a clock that a wait moves on, and a site that
 * refreshes tokens. `SCENARIO` is JSON. Prints a line of JSON for each wait and each call.
 */
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

const {
  file,
  start,
  tokenMs,
  /** Milliseconds after which the script is stopped. */
  until,
  /** The first refreshes, of which the response gets lost. */
  lost = 0,
  /** Milliseconds after which another command has refreshed the token. */
  otherAt,
  /** What the site does when the script refreshes: it rejects the token, after another command was faster or not. */
  rejects,
} = JSON.parse(process.env['SCENARIO']);

let now = start;
let refreshes = 0;
const print = (line) => writeSync(1, `${JSON.stringify({ at: now - start, ...line })}\n`);
const fresh = (token) => ({ token, expires_at: new Date(now + tokenMs).toISOString() });
const refreshByAnother = () => {
  const stored = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...stored, ...fresh('of another command') }));
};

Date.now = () => now;
timers.setTimeout = async (ms) => {
  print({ waits: ms });
  now += ms;
  if (now - start > until) process.exit(0);
  if (now - start === otherAt) refreshByAnother();
};
syncBuiltinESMExports();

globalThis.fetch = async (url, { method, headers }) => {
  const token = headers.authorization.replace('DPoP ', '');
  print({ calls: `${method} ${url.pathname}`, token });
  if (rejects === 'after another command') refreshByAnother();
  if (rejects) return Response.json({ code: 'smart_token_invalid', title: 'Not valid' }, { status: 401 });
  refreshes += 1;
  if (refreshes <= lost) throw new TypeError('fetch failed');
  return Response.json(fresh(`after ${token}`), { status: 201 });
};
