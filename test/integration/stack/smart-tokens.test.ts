import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { smartTokenEntity } from '../../../lambdas/data/security/smart-token-entity.ts';
import type { TokenUse } from '../../../lambdas/contract/security/smart-tokens.ts';
import { AUTO_REFRESHED, MAX_ACTIVE_TOKENS } from '../../../lambdas/contract/security/token-rules.ts';
import { tokenHash } from '../../../lambdas/domain/security/tokens/token.ts';
import { errorCodeOf, openApi, pathOf, problemOf, type Api } from '../../support/api.ts';
import { newScriptKey } from '../../support/attacks/dpop-proof.ts';
import { tinyWav } from '../../support/media/tiny-wav.ts';
import { proving } from '../../support/rows/security/token-rows.ts';
import { waitFor, type LocalStack } from '../../support/stack/local-stack.ts';
import { openOperator, type Operator } from '../../support/stack/operator.ts';
import { sharedStack } from '../../support/stack/shared-stack.ts';
import { claimsOf, openAccounts, type Accounts, type Person } from '../../support/stack/sign-in.ts';
import { openUploads } from '../../support/worlds/uploading.ts';
import { repositoryRoot } from '../../support/source-tree.ts';

const SCRIPT = join(repositoryRoot, 'web', 'public', 'soundstage-token.mjs');
const run = promisify(execFile);

let stack: LocalStack;
let accounts: Accounts;
let operator: Operator;
let api: Api;
let admin: Person;
let folder: string;

beforeAll(async () => {
  stack = await sharedStack();
  accounts = await openAccounts(stack);
  api = openApi(stack.url);
  operator = openOperator(stack);
  admin = await accounts.demo('admin');
  folder = mkdtempSync(join(tmpdir(), 'soundstage-token-'));
});
afterAll(async () => {
  api?.close();
  accounts?.close();
  operator?.close();
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A token of a person with its key. */
const issue = async (person: Person, use: TokenUse) => {
  const key = newScriptKey();
  const body = { name: 'Nightly backup', use, key: key.publicJwk };
  return { ...(await api.call('tokens.create-token', { body }, person.token)), key };
};
type Issued = Awaited<ReturnType<typeof issue>>;

/** Saves a token as its user does. */
const save = (name: string, { token, key, expires_at }: Issued): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ site: stack.url, token, private_key: key.privateJwk, expires_at }));
  return file;
};

/** Runs the script, and returns what it printed. */
const script = (file: string, ...args: readonly string[]) =>
  run(process.execPath, [SCRIPT, file, ...args], { cwd: folder }).then(
    ({ stdout, stderr }) => ({ out: stdout.trim(), error: stderr.trim() }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ out: stdout.trim(), error: stderr.trim() }),
  );

/** Sets how long a token is still valid, in the table. */
const age = async ({ token }: Issued, leftMs: number): Promise<void> => {
  const key = smartTokenEntity.key({ hash: tokenHash(token) });
  const item = (await operator.items()).find(({ pk }) => pk === key.pk);
  await operator.put({ ...item, valid_until: Date.now() + leftMs });
};

it('downloads an original by the script, and rejects the stolen token with an event and an alert', async () => {
  const bytes = tinyWav();
  const id = await openUploads(api, admin.token).make('Original', 'song.wav', bytes, 'music');
  const issued = await issue(admin, 'original');
  const file = save('original.json', issued);
  expect(await script(file, 'original', id, 'copy.wav')).toEqual({ out: 'copy.wav', error: '' });
  expect(readFileSync(join(folder, 'copy.wav')).equals(bytes)).toBe(true);
  expect((await script(file, 'history')).error).toContain('issued for something else');

  // Someone else has the token and not its key.
  const stolen = save('stolen.json', { ...issued, key: newScriptKey() });
  expect((await script(stolen, 'original', id, 'theirs.wav')).error).toContain('signed by another key');
  await waitFor('the alert', async () => {
    const { items } = await api.call('security.list-alerts', { query: {} }, admin.token);
    return items.find(({ user_id: of, alert_type: type }) => of === admin.id && type === 'high_risk');
  });
  const filter = { user_id: admin.id, event_type: 'token_stolen' } as const;
  const { items } = await api.call('security.list-events', { query: filter as never }, admin.token);
  expect(items).toMatchObject([{ resource_id: issued.id, success: false, metadata: { proof: 'other_key' } }]);
  await api.call('content.delete-content', { params: { id } }, admin.token);
});

it('refreshes a token once, by the script, by two calls at once, and again until the new token is used', async () => {
  const person = await accounts.newcomer();
  const issued = await issue(person, 'api');
  const early = await api.request('tokens.refresh-token', { proof: proving(() => issued) });
  expect(problemOf(early)).toMatchObject({ code: 'invalid_state' });
  await age(issued, 60 * 60_000);
  const refresh = () => api.request('tokens.refresh-token', { proof: proving(() => issued) });
  const answers = [...(await Promise.all([refresh(), refresh()])), await refresh()];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [text, ...others] = answers.map((answer) => answer.text);
  expect(new Set(others)).toEqual(new Set([text]));
  const next = { ...issued, ...(JSON.parse(text ?? '') as Issued) };
  // Without the key, the old token is worth nothing, and neither is it after the new one was used.
  const stolen = { ...issued, key: newScriptKey() };
  expect((await api.request('tokens.refresh-token', { proof: proving(() => stolen) })).status).toBe(401);
  expect((await api.request('tokens.get-token', { proof: proving(() => next) })).status).toBe(200);
  expect(problemOf(await refresh())).toMatchObject({ code: 'smart_token_invalid' });
  const { items } = await api.call('tokens.list-tokens', {}, person.token);
  expect(items.map(({ state, revoke_reason: why }) => [state, why])).toEqual([
    ['active', null],
    ['revoked', AUTO_REFRESHED],
  ]);

  await age(next, 60_000);
  const file = save('old.json', { ...next, expires_at: new Date(Date.now() + 60_000).toISOString() });
  expect((await script(file, 'show')).out).toContain("state: 'active'");
  const saved = JSON.parse(readFileSync(file, 'utf8')) as { token: string; expires_at: string };
  expect(saved.token).not.toBe(next.token);
  expect(Date.parse(saved.expires_at)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
});

it('accepts a proof once, also when it is sent twice at once', async () => {
  const person = await accounts.newcomer();
  const issued = await issue(person, 'api');
  const sendProof = () => {
    const headers = proving(() => issued)({ method: 'GET', url: `${stack.url}${pathOf('tokens.get-token')}` });
    return () => api.request('tokens.get-token', { proof: () => headers });
  };
  const send = sendProof();
  expect((await send()).status).toBe(200);
  const replayed = await send();
  expect(problemOf(replayed)).toMatchObject({ code: 'smart_token_invalid' });
  expect(replayed.headers['www-authenticate']).toContain('DPoP error="invalid_dpop_proof"');
  const atOnce = sendProof();
  const answers = await Promise.all([atOnce(), atOnce(), atOnce()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
});

it('allows ten active tokens, also to calls at once, and revokes them with a reason', async () => {
  const person = await accounts.newcomer();
  const key = newScriptKey();
  const create = () =>
    api.request('tokens.create-token', { body: { name: 'x', use: 'api', key: key.publicJwk } }, person.token);
  for (let made = 1; made < MAX_ACTIVE_TOKENS; made += 1) expect((await create()).status).toBe(201);
  const last = await Promise.all([create(), create(), create()]);
  expect(last.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(last.filter(({ status }) => status !== 201).map(errorCodeOf)).toEqual(['limit_reached', 'limit_reached']);
  const [newest, second] = (await api.call('tokens.list-tokens', {}, person.token)).items;
  const body = { reason: 'Lost the laptop' };
  const revoke = { params: { tokenId: newest?.id ?? '' }, body };
  expect(await api.call('tokens.revoke-token', revoke, person.token)).toMatchObject({
    state: 'revoked',
    revoke_reason: body.reason,
  });
  expect(errorCodeOf(await api.request('tokens.revoke-token', revoke, person.token))).toBe('invalid_state');
  expect(errorCodeOf(await api.request('tokens.revoke-token', revoke, admin.token))).toBe('smart_token_not_found');
  const byAdmin = { params: { tokenId: second?.id ?? '' }, body };
  await api.call('tokens.revoke-user-token', byAdmin, admin.token);
  expect(errorCodeOf(await api.request('tokens.revoke-user-token', byAdmin, admin.token))).toBe('invalid_state');
  const active = (await api.call('tokens.list-active-tokens', {}, admin.token)).items;
  expect(active.filter(({ user_id: of }) => of === person.id)).toHaveLength(MAX_ACTIVE_TOKENS - 2);
  expect((await create()).status).toBe(201);
});

it('rejects a token after its session has ended', async () => {
  const person = await accounts.newcomer();
  const issued = await issue(person, 'api');
  const show = () => api.request('tokens.get-token', { proof: proving(() => issued) });
  expect((await show()).status).toBe(200);
  const sessionId = String(claimsOf(person.token)['origin_jti']);
  await api.call('sessions.end-session', { params: { sessionId } }, person.token);
  const denied = await show();
  expect(problemOf(denied)).toMatchObject({ code: 'smart_token_invalid' });
  expect(denied.headers['www-authenticate']).toContain('DPoP error="invalid_token"');
});
