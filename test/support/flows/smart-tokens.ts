import { ulid } from 'ulid';
import type { EndpointKey } from '../../../lambdas/contract/index.ts';
import type { TokenUse } from '../../../lambdas/contract/security/smart-tokens.ts';
import { creatorEntity } from '../../../lambdas/data/content/creator-repository.ts';
import { historyEntity } from '../../../lambdas/data/history/history-repository.ts';
import { smartTokenEntity } from '../../../lambdas/data/security/smart-token-entity.ts';
import { tokenHash } from '../../../lambdas/domain/security/tokens/token.ts';
import type { LooseInput } from '../api.ts';
import type { RawResponse } from '../attacks/raw-http.ts';
import { newScriptKey } from '../attacks/dpop-proof.ts';
import { counted } from '../behavior.ts';
import { someContent } from '../content.ts';
import { someDecision } from '../rows/privacy-rows.ts';
import { proving } from '../rows/security/token-rows.ts';
import { claimsOf } from '../stack/sign-in.ts';
import { contentKeyOf, uploadKeyOf, type FlowTools } from './flow-tools.ts';
import { recently } from '../recent.ts';

/** A token with its key, as its user saves it. */
const issue = async ({ api }: FlowTools, accessToken: string, use: TokenUse) => {
  const key = newScriptKey();
  const body = { name: 'Flow', use, key: key.publicJwk };
  return { ...(await api.call('tokens.create-token', { body }, accessToken)), key };
};
type IssuedToken = Awaited<ReturnType<typeof issue>>;

/** Calls an endpoint with a smart token. Throws unless it returns the status. */
const callWith = async (
  { api }: FlowTools,
  token: IssuedToken,
  key: EndpointKey,
  status: number,
  input: LooseInput = {},
): Promise<RawResponse> => {
  const response = await api.request(key, { ...input, proof: proving(() => token) });
  if (response.status !== status) throw new Error(`${key} returned ${response.status}: ${response.text}`);
  return response;
};

const download = async ({ headers }: RawResponse): Promise<void> => {
  const file = await fetch(headers.location ?? '');
  if (!file.ok) throw new Error(`A download of a script answered ${file.status}`);
  await file.arrayBuffer();
};

/** Downloads an export of a signed-in user with a token. */
export const downloadExportByScript = async (tools: FlowTools, accessToken: string, id: string): Promise<void> => {
  const token = await issue(tools, accessToken, 'export');
  await download(await callWith(tools, token, 'tokens.get-export', 302, { params: { id } }));
};

/** A title of a user with the file of another. */
const ownTitle = async ({ open }: FlowTools, userId: string, videoId: string): Promise<string> => {
  const [id, creatorId] = [`cnt_${ulid()}`, `crt_${ulid()}`];
  await open.put(
    creatorEntity.toItem({ id: creatorId, name: 'A Script', plan: 'free', storage_used: 0, user_id: userId }),
  );
  const [content, upload] = [await open.read(contentKeyOf(videoId)), await open.read(uploadKeyOf(videoId))];
  const { gsi1pk: _pk, gsi1sk: _sk, gsi2pk: _feed, gsi2sk: _at, ...unlisted } = content ?? {};
  await open.put({ ...unlisted, ...contentKeyOf(id), id, creator_id: creatorId, status: 'draft' });
  await open.put({ ...upload, ...uploadKeyOf(id), content_id: id });
  return id;
};

/** Reads two pages of a history. */
const readHistory = async (tools: FlowTools, userId: string, token: IssuedToken): Promise<void> => {
  for (const watched_at of [recently(), recently(60_000)]) {
    const content = someContent();
    await tools.open.put(historyEntity.toItem({ ...content, user_id: userId, content_id: content.id, watched_at }));
  }
  const first = await callWith(tools, token, 'tokens.list-history', 200, { query: { limit: '1' } });
  const { next_cursor: cursor } = JSON.parse(first.text) as { next_cursor: string | null };
  await callWith(tools, token, 'tokens.list-history', 200, { query: { limit: '1', cursor: cursor ?? '' } });
};

/** Sends counts that the analysis takes for a robot's, once more after a response that was lost. */
const countLikeRobot = async ({ api }: FlowTools, person: string): Promise<void> => {
  const data = counted({ pauses: 1_000, quality_changes: 1_000, busiest_clicks: 1_000 }, 'mouse');
  const body = { pattern_type: 'streaming', pattern_data: data, page: 'ab'.repeat(16), seq: 1 } as const;
  for (let sent = 0; sent < 2; sent += 1) {
    const { anomaly_detected: isAnomaly } = await api.call('behavior.record-pattern', { body }, person);
    if (!isAnomaly) throw new Error('The counts of a robot are no anomaly');
  }
};

/** Makes every call of a script, refreshes a token, and revokes some. */
export const useSmartTokens = async (tools: FlowTools, videoId: string): Promise<void> => {
  const { open, api, admin } = tools;
  const person = await open.person('a user with scripts');
  const userId = String(claimsOf(person)['sub']);
  // Behavior and place count for the trust of those who consent.
  await api.call('privacy.record-privacy-consent', { body: someDecision }, person);
  await api.call('sessions.record-place', { body: { latitude: 52.52, longitude: 13.4 } }, person);
  await countLikeRobot(tools, person);
  const id = await ownTitle(tools, userId, videoId);
  const original = await issue(tools, person, 'original');
  await download(await callWith(tools, original, 'tokens.get-original', 302, { params: { id } }));
  const script = await issue(tools, person, 'api');
  await callWith(tools, script, 'tokens.get-token', 200);
  await callWith(tools, script, 'tokens.list-content', 200);
  await readHistory(tools, userId, script);
  await callWith(tools, script, 'tokens.get-original', 403, { params: { id } });
  await callWith(tools, script, 'tokens.refresh-token', 409);
  await open.change(smartTokenEntity.key({ hash: tokenHash(script.token) }), { valid_until: Date.now() + 60_000 });
  await callWith(tools, script, 'tokens.refresh-token', 201);
  await callWith(tools, script, 'tokens.get-token', 401);
  const body = { reason: 'Requested by the flow' };
  await api.call('tokens.revoke-token', { params: { tokenId: original.id }, body }, person);
  const { items } = await api.call('tokens.list-active-tokens', {}, admin);
  const refreshed = items.find(({ user_id: of }) => of === userId);
  if (!refreshed) throw new Error('The refreshed token is not listed');
  const administrator = await open.person('an admin who revokes', { admin: true });
  await api.call('tokens.revoke-user-token', { params: { tokenId: refreshed.id }, body }, administrator);
  const states = (await api.call('tokens.list-tokens', {}, person)).items.map(({ state }) => state);
  if (states.join() !== 'revoked,revoked,revoked') throw new Error(`The tokens are ${states.join()}`);
  // The worker removes the patterns, and the place and the points from their trust, during the rest of the flow.
  await api.call('privacy.withdraw-consent', {}, person);
};
