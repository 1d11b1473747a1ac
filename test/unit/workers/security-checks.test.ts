import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EmbeddedJWK, jwtVerify } from 'jose';
import type { SecurityCheck } from '../../../lambdas/contract/security/phases.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { Attempt, Reply } from '../../../lambdas/domain/security/phases/attempt.ts';
import { CHECK_HEADER, isCheckProof } from '../../../lambdas/domain/security/phases/check-proof.ts';
import { hashOf } from '../../../lambdas/domain/security/phases/forged-proof.ts';
import { tokenAttempts } from '../../../lambdas/domain/security/phases/token-attempts.ts';
import { createCaller } from '../../../lambdas/workers/security-checks/caller.ts';
import type { ChecksDeps } from '../../../lambdas/workers/security-checks/deps.ts';
import { runChecks } from '../../../lambdas/workers/security-checks/run-checks.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const SITE = 'https://site.example.org';
const KEY = Buffer.alloc(32, 1).toString('base64');
const title = { mediaKey: 'media/a/b/480/index.m3u8', sourceKey: 'uploads/a/b' };

/** A site that rejects everything as it must. */
const strict = ({ url, name }: Attempt): Reply => {
  const error = /^a (proof|text)|without a proof/.test(name) ? 'invalid_dpop_proof' : 'invalid_token';
  const challenge = `DPoP error="${error}"`;
  if (url === `${SITE}/api/token`) return { status: 401, code: 'smart_token_invalid', challenge };
  return { status: url.startsWith(`${SITE}/api/`) ? 401 : 403, code: undefined };
};

/** Runs the checks at a site with these replies. Returns what was stored, and every attempt. */
const run = async (reply: (attempt: Attempt) => Reply, files: typeof title | 'none' = title) => {
  const stored: SecurityCheck[] = [];
  const attempts: Attempt[] = [];
  let [open, most] = [0, 0];
  const deps: ChecksDeps = {
    checks: {
      put: async (check) => void stored.push(check),
      newestTitle: async () => (files === 'none' ? undefined : files),
    },
    caller: {
      async attempt(attempt) {
        attempts.push(attempt);
        return reply(attempt);
      },
      async time() {
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setImmediate(resolve));
        open -= 1;
        return { durationMs: 20, isOk: true };
      },
    },
    siteUrl: async () => SITE,
    readKey: async () => KEY,
    mediaUrl: 'https://media.example.org',
    uploadsUrl: 'https://uploads.example.org',
    logger: silentLogger,
    now: () => NOW,
  };
  await runChecks(deps);
  return { check: stored[0], attempts, most };
};

it('stores one result: each kind of attempt, and a burst of 60 calls, ten at a time', async () => {
  const { check, attempts, most } = await run(strict);
  expect(check).toEqual({
    at: new Date(NOW).toISOString(),
    tokens: { passed: 20, n: 20 },
    protection: { passed: 8, n: 8 },
    calls: { n: 60, failed: 0, p50_ms: 20, p95_ms: 20 },
    failed: [],
  });
  expect(most).toBe(10);
  expect(new Set(attempts.map(({ name }) => name)).size).toBe(28);
});

it('proves to the API that the calls are its own, and to no one else', async () => {
  const { attempts } = await run(strict);
  const proven = attempts.filter(({ headers }) => isCheckProof(KEY, headers[CHECK_HEADER] ?? '', NOW));
  expect(new Set(proven.map(({ url }) => url))).toEqual(new Set([`${SITE}/api/token`]));
});

it('names what was not rejected, and what was for another reason', async () => {
  const open = await run(() => ({ status: 200, code: undefined }));
  expect(open.check).toMatchObject({ tokens: { passed: 0, n: 20 }, protection: { passed: 0, n: 8 } });
  expect(open.check?.failed).toHaveLength(28);
  // A site without the endpoint, and one that is too busy, deny nothing.
  for (const status of [404, 429, 503])
    expect((await run(() => ({ status, code: undefined }))).check?.tokens.passed).toBe(0);
  const gullible = await run((attempt) =>
    attempt.name === 'a proof without a signature' ? { status: 200, code: undefined } : strict(attempt),
  );
  expect(gullible.check).toMatchObject({ tokens: { passed: 19, n: 20 }, failed: ['a proof without a signature'] });
  // It accepts the proof, and rejects the token only because it was never issued.
  const careless = await run((attempt) =>
    attempt.name === 'a proof that is too old'
      ? { ...strict(attempt), challenge: 'DPoP error="invalid_token"' }
      : strict(attempt),
  );
  expect(careless.check?.failed).toEqual(['a proof that is too old']);
});

it('tries the buckets only with files that exist', async () => {
  const { check, attempts } = await run(strict, 'none');
  expect(check?.protection).toEqual({ passed: 6, n: 6 });
  expect(attempts.filter(({ url }) => /example\.org\/(media|uploads)\/./.test(url)).map(({ url }) => url)).toEqual([
    expect.stringMatching(`^${SITE}/media/`),
    expect.stringMatching(`^${SITE}/media/`),
  ]);
});

it('stores nothing when there is no response', async () => {
  const failing = run(() => {
    throw new TypeError('fetch failed');
  });
  await expect(failing).rejects.toThrow('fetch failed');
});

describe('the forged proofs', () => {
  const token = 'sst_never-issued';
  /** What a server finds in the proof of an attempt: its claims, or why the proof is none. */
  const read = async ({ headers }: Attempt) => {
    const options = { algorithms: ['ES256'], typ: 'dpop+jwt', currentDate: new Date(NOW) };
    const verified = jwtVerify(headers['dpop'] ?? '', EmbeddedJWK, options);
    return verified.then(
      ({ payload: { jti, htm, htu, iat, ath } }) => ({
        id: typeof jti,
        htm,
        htu,
        late: Number(iat) - NOW / 1000,
        ath: ath === hashOf(token),
      }),
      () => 'not valid',
    );
  };
  const right = { id: 'string', htm: 'GET', htu: `${SITE}/api/token`, late: 0, ath: true };

  it('each have one mistake in what is right otherwise', async () => {
    const attempts = tokenAttempts({ siteUrl: SITE, token, now: NOW });
    const found: Record<string, unknown> = {};
    for (const attempt of attempts) found[attempt.name] = await read(attempt);
    expect(found).toEqual({
      'no token': 'not valid',
      'no token, but a proof': right,
      'a smart token as a bearer token': right,
      'a token that was never issued': right,
      'a token without a proof': 'not valid',
      'a text in place of a proof': 'not valid',
      'a proof without a signature': 'not valid',
      'a proof signed with a shared secret': 'not valid',
      'a proof signed by another key': 'not valid',
      'a proof with the private key': 'not valid',
      'a proof without a key': 'not valid',
      'a proof of another type': 'not valid',
      'a proof for another method': { ...right, htm: 'POST' },
      'a proof for another path': { ...right, htu: `${SITE}/api/token/content` },
      'a proof for another site': { ...right, htu: 'https://attacker.example/api/token' },
      'a proof that is too old': { ...right, late: -300 },
      'a proof from the future': { ...right, late: 300 },
      'a proof without an id': { ...right, id: 'undefined' },
      'a proof without the hash of the token': { ...right, ath: false },
      'a proof with the hash of another token': { ...right, ath: false },
    });
  });
});

it('reads the code of a problem, and follows no redirect', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
    else if (request.url === '/problem')
      response.writeHead(401, { 'content-type': 'application/problem+json' }).end('{"code":"smart_token_invalid"}');
    else response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"of the gateway"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { attempt, time } = createCaller();
  const get = (path: string) =>
    attempt({ name: path, method: 'GET', url: `http://127.0.0.1:${port}${path}`, headers: {}, statuses: [] });
  expect(await get('/problem')).toEqual({ status: 401, code: 'smart_token_invalid' });
  expect(await get('/other')).toEqual({ status: 401, code: undefined });
  expect(await get('/moved')).toEqual({ status: 302, code: undefined });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await time(`http://127.0.0.1:${port}/`, {})).toMatchObject({ isOk: false });
});
