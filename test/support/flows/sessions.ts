import { ulid } from 'ulid';
import { endpoints, type EndpointKey } from '../../../lambdas/contract/index.ts';
import { subjectOf } from '../../../lambdas/domain/security/event.ts';
import { ATTEMPT_MS, dueOf } from '../../../lambdas/domain/sessions/sign-in-attempt.ts';
import { DEVICES_MAX } from '../../../lambdas/domain/sessions/device.ts';
import { openLive } from '../browser/live-client.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { sessionsEntity } from '../../../lambdas/data/sessions/sessions-entity.ts';
import { signInAttemptsEntity } from '../../../lambdas/data/sessions/sign-in-attempt-repository.ts';
import { waitFor } from '../stack/local-stack.ts';
import { claimsOf } from '../stack/sign-in.ts';
import type { FlowTools } from './flow-tools.ts';

/** The password of every account that `person` creates. */
const PASSWORD = 'Soundstage-demo-1';

/** One endpoint with signed-in callers of each function. */
const callOfEachFunction = (): readonly EndpointKey[] => {
  const keys = (Object.keys(endpoints) as EndpointKey[]).filter(
    (key) => !['public', 'signature', 'token'].includes(endpoints[key].auth),
  );
  return [...new Map(keys.map((key) => [key.split('.')[0], key])).values()];
};

/** Any value for each parameter of a path. */
const someParams = (key: EndpointKey): Record<string, string> =>
  Object.fromEntries([...endpoints[key].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'unknown']));

/** Begins a sign-in that is not completed, and lets the clock record it as if its time had passed. */
const failToSignIn = async ({ open }: FlowTools, username: string, userId: string): Promise<void> => {
  await open.session.signIn(username, 'Not-the-password-1').catch(() => undefined);
  const subject = subjectOf({ user: userId });
  const place = signInAttemptsEntity.key({ subject });
  const begun = await open.read(place);
  if (!begun) throw new Error('A sign-in that was not completed left no attempt');
  const attempt = ulid(Date.now() - ATTEMPT_MS);
  await open.put(signInAttemptsEntity.toItem({ subject, attempts: new Set([attempt]), due: dueOf(attempt) }));
  await open.run('security-clock');
  if (await open.read(place)) throw new Error('The clock left an attempt that it had recorded');
};

/** Begins sessions at every function, and lists, recognizes, extends and ends those of one user. */
export const manageSessions = async (tools: FlowTools): Promise<void> => {
  const { cloud, open, api } = tools;
  for (const key of callOfEachFunction()) {
    const username = `caller of ${key}`;
    const token = await open.person(username, { admin: true });
    await api.request(key, { params: someParams(key) }, token);
    const id = String(claimsOf(token)['sub']);
    const stored = await open.read(sessionsEntity.key({ user_id: id }));
    if (!(String(claimsOf(token)['origin_jti']) in ((stored?.['sessions'] ?? {}) as object)))
      throw new Error(`The first call of a sign-in began no session at ${key}`);
    // A call of a disabled account is a security event.
    const rights = rightsEntity.key({ user_id: id });
    await open.change(rights, { disabled: true });
    const { status: denied } = await api.request(key, { params: someParams(key) }, token);
    if (denied !== 403) throw new Error(`A call of a disabled account returned ${denied} at ${key}`);
    await open.change(rights, { disabled: false });
    await api.call('sessions.end-session', { params: { sessionId: String(claimsOf(token)['origin_jti']) } }, token);
    const { status } = await api.request(key, { params: someParams(key) }, token);
    if (status !== 401) throw new Error(`A call of an ended session returned ${status} at ${key}`);
  }
  const phone = await open.person('someone with two devices', { admin: true });
  const laptop = await open.session.signIn('someone with two devices', PASSWORD);
  await api.call('sessions.record-activity', { body: { by: 'extended' } }, phone);
  for (const token of [phone, laptop]) await api.call('sessions.recognize-device', {}, token);
  const channel = await openLive(cloud.url, (await api.call('live.create-ticket', {}, laptop)).ticket);
  const { items } = await api.call('sessions.list-sessions', {}, phone);
  const other = items.find(({ current }) => !current);
  if (items.length !== 2 || !other?.new_device) throw new Error('The second device is not listed as a new one');
  await api.call('sessions.end-session', { params: { sessionId: other.id } }, phone);
  await channel.waitUntilClosed();
  if (!channel.received.some(({ message }) => message.type === 'session-ended'))
    throw new Error('The ended session did not receive the reason why its channel closed');
  // The stream records a sign-in a moment later.
  await waitFor('the sign-in activity', async () => {
    const { items: activity } = await api.call('sessions.list-activity', {}, phone);
    const kinds = new Set(activity.map(({ event_type: kind }) => kind));
    return (['sign_in', 'session_extended', 'device_change'] as const).every((kind) => kinds.has(kind)) || undefined;
  });
  const { next_cursor: cursor } = await api.call('sessions.list-activity', { query: { limit: 1 } }, phone);
  await api.call('sessions.list-activity', { query: { limit: 1, cursor: cursor ?? '' } }, phone);
  await failToSignIn(tools, 'someone with two devices', String(claimsOf(phone)['sub']));
  await api.call('sessions.record-page-view', { body: { page: 'streaming' } }, phone);
  // Each call without a cookie is a further device, so the least recent one is forgotten.
  for (let calls = 0; calls < DEVICES_MAX; calls += 1) await api.call('sessions.recognize-device', {}, phone);
};
