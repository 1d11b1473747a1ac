import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import type { ResponseAction } from '../../../lambdas/contract/admin/security-rules.ts';
import { securityAlertEntity } from '../../../lambdas/data/admin/security-alert-entity.ts';
import { createSecurityResponseRepository } from '../../../lambdas/data/admin/security-response-repository.ts';
import { createSecuritySettingsRepository } from '../../../lambdas/data/admin/security-settings-repository.ts';
import { readAdminAddresses, readAdmins } from '../../../lambdas/data/people/admin-repository.ts';
import { readStoredCaller } from '../../../lambdas/data/people/caller-reader.ts';
import { movePeople } from '../../../lambdas/data/people/move-people.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { adminsKey, createRightsRepository, rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';
import { createSessionRegistry } from '../../../lambdas/data/sessions/session-registry.ts';
import { newAccountRights } from '../../../lambdas/domain/accounts/actor.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { everyRule, newResponse, stateOf, type StoredResponse } from '../../../lambdas/domain/security/response.ts';
import { takeResponse } from '../../../lambdas/domain/security/take-response.ts';
import { activeSessions } from '../../../lambdas/domain/sessions/session.ts';
import { startTestTable, type TestTable } from '../../support/dynamo.ts';
import { alertWith } from '../../support/security-alerts.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const at = (ms: number): string => new Date(NOW + ms).toISOString();

let db: TestTable;
let responses: ReturnType<typeof createSecurityResponseRepository>;
beforeAll(async () => {
  db = await startTestTable();
  responses = createSecurityResponseRepository(db.table, silentLogger);
});
afterAll(() => db.stop());

const registry = () => createSessionRegistry(db.table, { limit: 3 });
const person = async (role: 'user' | 'admin' = 'user', fields: object = {}): Promise<string> => {
  const id = randomUUID();
  await db.table.put(profileEntity.toItem({ id, email: `${id}@example.org`, full_name: '', created_at: at(0) }));
  if (role === 'admin') await createRightsRepository(db.table).grantAdmin(id, { another: true });
  else await db.table.put(rightsEntity.toItem({ ...newAccountRights(id), ...fields }));
  return id;
};
const by = (userId: string) => ({ actor: { userId, role: 'admin' }, requestId: 'request', reason: 'Why' }) as const;
const storedAlert = async (userId: string | null) => {
  const alert = alertWith({ user_id: userId });
  await db.table.put(securityAlertEntity.toItem(alert));
  return alert;
};
const notify = async () => undefined;
const take = async (
  action: ResponseAction,
  {
    about,
    admin,
    now = NOW,
    alert,
  }: { about: string | null; admin?: string; now?: number; alert?: ReturnType<typeof alertWith> },
): Promise<StoredResponse> =>
  takeResponse(
    { responses, notify },
    { id: `rsp_${ulid(now)}`, action, alert: alert ?? (await storedAlert(about)) },
    admin === undefined ? undefined : by(admin),
    now,
  );
const restrictionsOf = async (userId: string) =>
  (await readStoredCaller(db.table, userId, ['sessions'])).restrictions ?? {};
const auditOf = async (id: string) =>
  (await db.table.queryAll({ index: 'gsi2', partition: `AUDIT_TARGET#${id}`, limit: 10 })).length;
const signIn = () => ({ id: randomUUID(), authenticatedAt: NOW / 1000 + 5, assurance: 'aal1' }) as const;

it('ends all sessions, lets none begin until it is undone, and records both', async () => {
  const [admin, user] = [await person('admin'), await person()];
  const old = signIn();
  expect(await registry().admit(user, old, { label: 'x' }, NOW)).toBe('active');
  const taken = await take('session_lockout', { about: user, admin });
  expect(activeSessions(await registry().read(user), NOW)).toEqual([]);
  expect(await registry().admit(user, signIn(), { label: 'x' }, NOW + 3_599_999)).toBe('locked');
  await registry().endAll(user, NOW);
  expect(await restrictionsOf(user)).toEqual({ session_lockout: { until: NOW + 3_600_000, response: taken.id } });
  const undone = await responses.undo(taken.id, by(admin), at(1000));
  expect([stateOf(undone, NOW + 1000), undone.undone]).toEqual(['undone', { by: admin, at: at(1000) }]);
  expect(await restrictionsOf(user)).toEqual({});
  expect(await registry().admit(user, old, { label: 'x' }, NOW + 1000)).toBe('ended');
  expect(await registry().admit(user, signIn(), { label: 'x' }, NOW + 6000)).toBe('active');
  expect(await auditOf(taken.id)).toBe(2);
  expect((await responses.list()).map(({ id }) => id)).toContain(taken.id);
});

it('restricts a user without sessions, whose older sign-ins stay valid', async () => {
  const [admin, user] = [await person('admin'), await person()];
  await take('rate_limit', { about: user, admin });
  expect((await readStoredCaller(db.table, user, ['sessions'])).sessions).toBeUndefined();
  expect(await registry().admit(user, { ...signIn(), authenticatedAt: 1 }, { label: 'x' }, NOW)).toBe('active');
  expect(Object.keys(await restrictionsOf(user))).toEqual(['rate_limit']);
});

it('is stored once for an id, and ends an earlier response of the same kind', async () => {
  const [admin, user] = [await person('admin'), await person()];
  const alert = await storedAlert(user);
  const response = newResponse(`rsp_${ulid(NOW)}`, 'force_mfa', alert, { now: NOW }) as never;
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => responses.restrict(response, undefined)));
  expect(new Set(outcomes.map(({ id, version }) => `${id} ${version}`)).size).toBe(1);
  const [first] = outcomes as [StoredResponse, ...StoredResponse[]];
  expect(await auditOf(first.id)).toBe(1);
  const second = await take('force_mfa', { about: user, admin, now: NOW + 1000 });
  const replaced = await responses.find(first.id);
  expect([replaced?.until, replaced && stateOf(replaced, NOW + 1000)]).toEqual([at(1000), 'expired']);
  await expect(responses.undo(first.id, by(admin), at(500))).rejects.toMatchObject({ code: 'invalid_state' });
  expect(await restrictionsOf(user)).toMatchObject({ force_mfa: { response: second.id, since: NOW + 1000 } });
});

describe('is rejected', () => {
  const codeOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'allowed',
      ({ code }: { code: string }) => code,
    );

  it('against oneself, no user or a disabled account, and for an alert or actor that no longer is', async () => {
    const [admin, user] = [await person('admin'), await person()];
    const disabled = await person('user', { disabled: true });
    const codes = [
      await codeOf(take('rate_limit', { about: admin, admin })),
      await codeOf(take('rate_limit', { about: null, admin })),
      await codeOf(take('rate_limit', { about: disabled, admin })),
      await codeOf(take('rate_limit', { about: randomUUID(), admin })),
      await codeOf(take('rate_limit', { about: user, admin, alert: alertWith({ user_id: user }) })),
      await codeOf(take('rate_limit', { about: user, admin: await person() })),
      await codeOf(take('admin_notification', { about: null, admin })),
    ];
    expect(codes).toEqual([
      ...Array.from({ length: 4 }, () => 'invalid_state'),
      'alert_not_found',
      'forbidden',
      'allowed',
    ]);
    expect([await restrictionsOf(user), await restrictionsOf(admin)]).toEqual([{}, {}]);
  });

  it('when it is undone twice, after its end, or not known', async () => {
    const [admin, user] = [await person('admin'), await person()];
    const one = await take('rate_limit', { about: user, admin });
    expect(await codeOf(responses.undo(one.id, by(admin), at(3_600_000)))).toBe('invalid_state');
    const twice = [1, 2, 3].map(() => codeOf(responses.undo(one.id, by(admin), at(3_599_999))));
    expect((await Promise.all(twice)).sort()).toEqual(['allowed', 'invalid_state', 'invalid_state']);
    expect(await codeOf(responses.undo(`rsp_${ulid()}`, by(admin), at(0)))).toBe('response_not_found');
  });
});

it('never lets rules stop the last administrator who could sign in, also when two are stopped at once', async () => {
  await db.table.delete(adminsKey);
  const [one, other] = [await person('admin'), await person('admin')];
  // One who is none any more, although the list of ids still says so.
  const former = await person('admin');
  await db.table.update(rightsEntity.key({ user_id: former }), { set: { role: 'user' } });
  const outcomes = await Promise.allSettled([one, other].map((about) => take('session_lockout', { about })));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const left = (await restrictionsOf(one)).session_lockout ? other : one;
  await expect(take('force_mfa', { about: left })).rejects.toMatchObject({ code: 'last_admin' });
  await expect(take('rate_limit', { about: left })).resolves.toMatchObject({ action: 'rate_limit' });
  expect((await readAdmins(db.table)).map(({ rights }) => rights.user_id).sort()).toEqual([one, other].sort());
  expect([...(await readAdminAddresses(db.table))].sort()).toEqual(
    [one, other].map((id) => `${id}@example.org`).sort(),
  );
});

it('finds administrators from before their ids were stored, once they are migrated', async () => {
  const admin = await person('admin');
  await db.table.update(adminsKey, { set: { ids: undefined } });
  expect(await readAdmins(db.table)).toEqual([]);
  await movePeople(db.table, () => undefined);
  expect((await readAdmins(db.table)).map(({ rights }) => rights.user_id)).toContain(admin);
});

it('stores settings by version, with every rule and each action once', async () => {
  const settings = createSecuritySettingsRepository(db.table);
  const before = await settings.read();
  expect([before.version, before.mail_alerts, Object.values(before.automatic).flat()]).toEqual([0, false, []]);
  const wanted = { ...before, automatic: everyRule({ high_risk: ['session_lockout'] }), mail_alerts: true };
  const admin = await person('admin');
  const saves = [1, 2].map(() => settings.save(before, wanted, by(admin), at(0)));
  expect((await Promise.allSettled(saves)).map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await settings.read()).toEqual({ ...wanted, version: 1 });
});
