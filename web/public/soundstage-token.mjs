#!/usr/bin/env node
/**
 * Uses a smart token of Soundstage from a script: downloads originals and exports, and lists titles and your history.
 * Needs Node.js 20 or later and no packages. Run it without arguments for help.
 */
import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, readFile, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';

const HELP = `Usage: node soundstage-token.mjs <credentials.json> <command>

  show                         the token, with its use and when it expires
  original <title id> [file]   downloads the uploaded file of a title that is yours
  export <request id> [file]   downloads an export of your data
  content                      lists the published titles as JSON, one a line
  history                      lists what you watched as JSON, one a line
  keep                         runs until it is stopped, and refreshes the token in time

The file with the credentials is what you saved when you created the token:
{ "site", "token", "private_key", "expires_at" }. Anyone who has it can use the token. Every command first refreshes a
token that is valid for less than two hours, and replaces it in the file.`;

/** Seconds left below which a token is refreshed, and seconds between two checks. */
const REFRESH_BELOW = 2 * 60 * 60;
const CHECK_EVERY = 30 * 60;
/** Entries of a page. */
const PAGE = 100;

/** What to do about a rejection, by the code of the API. The sentence of the server says what is wrong. */
const ADVICE = {
  smart_token_invalid: 'If the token has ended, create a new one on the site and save its file.',
  wrong_token_use: 'Create a token for this use on the site.',
  account_disabled: 'Ask the organization that runs the site.',
  account_locked: 'Try again later, or ask the organization that runs the site.',
  factor_required: 'Sign in on the site, set up a second factor, and create a new token there.',
  insufficient_authentication: 'Sign in on the site with your second factor, and create a new token there.',
  content_not_found: 'Check the id. Only the owner of a title can download its original.',
  media_not_available: 'The original of this title is not stored any more.',
  request_not_found: 'Check the id of the request on the privacy page of the site.',
  unavailable: 'Try again in a moment.',
};

/** An error that is shown without a stack. `status`: that of the rejection. */
class Failure extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }

  /** Whether the same call would be rejected again. */
  get isFinal() {
    return this.status === 401 || this.status === 403;
  }
}

const base64url = (data) => Buffer.from(data).toString('base64url');

/** Reads and checks a file with credentials. */
const readCredentials = async (file) => {
  let credentials;
  try {
    credentials = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Failure(`The file ${file} cannot be read: ${error.message}`);
  }
  const { site, token, private_key: key, expires_at: expires } = credentials ?? {};
  if (typeof site !== 'string' || typeof token !== 'string' || !key || Number.isNaN(Date.parse(expires)))
    throw new Failure(`The file ${file} must contain "site", "token", "private_key" and "expires_at".`);
  try {
    createPrivateKey({ key, format: 'jwk' });
  } catch {
    throw new Failure(`The private key in ${file} is not valid.`);
  }
  return { ...credentials, site: new URL(site).origin };
};

/**
 * Replaces the file with the credentials that `change` returns, in one step, so that an abort leaves the old or the new
 * token and never half of one. The draft is opened first: a token that cannot be stored is not asked for.
 */
const replaceCredentials = async (file, change) => {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    let credentials;
    try {
      credentials = await change();
      await handle.writeFile(`${JSON.stringify(credentials, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    return credentials;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error instanceof Failure ? error : new Failure(`The file ${file} cannot be replaced: ${error.message}`);
  }
};

/** A proof for one call (RFC 9449): it names method, address, time and token, and is signed with the private key. */
const proofFor = ({ token, private_key: key }, method, url) => {
  const { kty, crv, x, y } = key;
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
  const claims = {
    jti: randomUUID(),
    htm: method,
    htu: `${url.origin}${url.pathname}`,
    iat: Math.floor(Date.now() / 1000),
    ath: createHash('sha256').update(token).digest('base64url'),
  };
  const signed = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`;
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${base64url(signature)}`;
};

/** What a rejection of the API means, in sentences. */
const failureOf = async (response) => {
  const problem = await response.json().catch(() => ({}));
  const { code, title = `The site answered with status ${response.status}`, detail } = problem;
  const wait = response.headers.get('retry-after');
  const advice = response.status === 429 && wait ? `Try again in ${wait} seconds.` : ADVICE[code];
  return new Failure([`${title}.`, detail, advice].filter(Boolean).join(' '), response.status);
};

/** Calls the API with a new proof. Throws a failure for a rejection. */
const call = async (credentials, method, path) => {
  const url = new URL(path, credentials.site);
  const headers = { authorization: `DPoP ${credentials.token}`, dpop: proofFor(credentials, method, url) };
  let response;
  try {
    response = await fetch(url, { method, headers, redirect: 'manual' });
  } catch (error) {
    throw new Failure(`${credentials.site} cannot be reached: ${error.cause?.message ?? error.message}`);
  }
  if (response.status >= 400) throw await failureOf(response);
  return response;
};

/** Refreshes a token, and stores the new one in the file. Returns the credentials. */
const refresh = (file, credentials) =>
  replaceCredentials(file, async () => {
    const response = await call(credentials, 'POST', '/api/token/refresh');
    const { token, expires_at: expires } = await response.json().catch((error) => {
      throw new Failure(`The answer of ${credentials.site} did not arrive: ${error.message}`);
    });
    return { ...credentials, token, expires_at: expires };
  });

/**
 * The credentials in the file, after a refresh if the token is valid for less than two hours. Another command may
 * refresh it at the same time: the server gives both the same token, or rejects the second one when the first already
 * uses it, which then is in the file. After a lost response, the next call gets the same token too.
 */
const currentCredentials = async (file) => {
  const stored = await readCredentials(file);
  if ((Date.parse(stored.expires_at) - Date.now()) / 1000 >= REFRESH_BELOW) return stored;
  try {
    const credentials = await refresh(file, stored);
    console.error(`Refreshed the token. The new one expires at ${credentials.expires_at}.`);
    return credentials;
  } catch (error) {
    const now = error.status === 401 ? await readCredentials(file) : stored;
    if (now.token === stored.token) throw error;
    return now;
  }
};

/** The file name in a `Content-Disposition` header, without folders. */
const nameIn = (header) => {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '') ?? [];
  const [, plain] = /filename="([^"]+)"/i.exec(header ?? '') ?? [];
  return basename((encoded === undefined ? plain : decodeURIComponent(encoded)) ?? 'download').replaceAll('\\', '_');
};

const exists = (file) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Downloads what an endpoint redirects to. An aborted download leaves no file of the final name. */
const download = async (credentials, path, target) => {
  const { headers } = await call(credentials, 'GET', path);
  // The address is signed and needs no token, so it gets none.
  const response = await fetch(new URL(headers.get('location') ?? '', credentials.site));
  if (!response.ok || !response.body) throw new Failure(`The download failed with status ${response.status}.`);
  const file = target ?? nameIn(response.headers.get('content-disposition'));
  if (await exists(file)) throw new Failure(`The file ${file} exists. Give the download another name.`);
  const part = `${file}.part`;
  try {
    await pipeline(Readable.fromWeb(response.body), createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw new Failure(`The download was interrupted: ${error.message}`);
  }
  console.log(file);
};

/** Prints all entries of a list. */
const list = async (credentials, path) => {
  let cursor = null;
  do {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor === null ? {} : { cursor }) });
    const page = await (await call(credentials, 'GET', `${path}?${query}`)).json();
    for (const item of page.items) console.log(JSON.stringify(item));
    cursor = page.next_cursor;
  } while (cursor !== null);
};

/**
 * Checks the token in the file every 30 minutes, until it is rejected. A site that cannot be reached is tried again
 * then, and so is a file that cannot be written.
 */
const keep = async (file, credentials) => {
  let current = credentials;
  for (;;) {
    console.error(`The token expires at ${current.expires_at}. Next check in ${CHECK_EVERY / 60} minutes.`);
    await setTimeout(CHECK_EVERY * 1000);
    current = await currentCredentials(file).catch((error) => {
      if (!(error instanceof Failure) || error.isFinal) throw error;
      console.error(error.message);
      return current;
    });
  }
};

const idIn = (text) => {
  if (text === undefined) throw new Failure(HELP);
  return encodeURIComponent(text);
};

const commands = {
  show: async (credentials) => console.log(await (await call(credentials, 'GET', '/api/token')).json()),
  original: (credentials, [id, target]) => download(credentials, `/api/token/content/${idIn(id)}/source`, target),
  export: (credentials, [id, target]) => download(credentials, `/api/token/exports/${idIn(id)}`, target),
  content: (credentials) => list(credentials, '/api/token/content'),
  history: (credentials) => list(credentials, '/api/token/history'),
  keep: (credentials, _rest, file) => keep(file, credentials),
};

try {
  const [file, name, ...rest] = process.argv.slice(2);
  if (file === undefined || !Object.hasOwn(commands, name ?? '')) throw new Failure(HELP);
  const credentials = await currentCredentials(file);
  await commands[name](credentials, rest, file);
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}
