import { PURPOSES as purposes, type Purpose } from '../../../lambdas/contract/people/consent.ts';
import { createSecurityEventRepository } from '../../../lambdas/data/admin/security-event-repository.ts';
import type { Table } from '../../../lambdas/data/table/table.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import { consentNeeds, withConsent, type ConsentKind } from '../../../lambdas/domain/privacy/consented.ts';
import { createEventRecorder } from '../../../lambdas/domain/security/event-recorder.ts';
import { validateInput } from '../../../lambdas/domain/security/validate-input.ts';
import { sessionsRoutes } from '../../../lambdas/api/sessions/routes.ts';
import { securityRoutes } from '../../../lambdas/api/security/routes.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';

/** All 16 sets of purposes that a user can allow. */
const states: readonly (readonly Purpose[])[] = Array.from({ length: 2 ** purposes.length }, (_, bits) =>
  purposes.filter((_purpose, index) => (bits >> index) % 2 === 1),
);

/** What the specification (section 5) says each kind of data needs, written down a second time. */
const specified: Readonly<Record<ConsentKind, readonly Purpose[]>> = {
  address: ['analytics'],
  place: ['analytics', 'functional'],
  playback: ['analytics'],
  behavior: ['behavioral'],
  marketing_mail: ['marketing'],
};
const kinds = Object.keys(specified) as ConsentKind[];

const isForbidden = (kind: ConsentKind, consent: readonly Purpose[]): boolean =>
  specified[kind].some((purpose) => !consent.includes(purpose));

type Check = (consent: readonly Purpose[] | undefined, kind: ConsentKind) => boolean;

/** The kinds that a check admits without consent, over all states. */
const forbiddenWrites = (check: Check): readonly string[] =>
  [...states, undefined].flatMap((consent) =>
    kinds
      .filter((kind) => isForbidden(kind, consent ?? []) && check(consent, kind))
      .map((kind) => `${kind} ${consent?.join('+') ?? 'undecided'}`),
  );

const admits: Check = (consent, kind) => withConsent({ userId: PERSON, consent }, kind, () => 'data') !== undefined;

describe('the consent check', () => {
  it('admits no kind of data in any of 16 states, or before a decision, without the consent that it needs', () => {
    expect(states).toHaveLength(16);
    expect(Object.keys(consentNeeds).sort()).toEqual([...kinds].sort());
    expect(forbiddenWrites(admits)).toEqual([]);
  });

  it('admits every kind with it', () => {
    const rejected = states.flatMap((consent) =>
      kinds.filter((kind) => !isForbidden(kind, consent) && !admits(consent, kind)),
    );
    expect(rejected).toEqual([]);
  });

  it('would fail for a check that asks for any consent at all', () => {
    const naive: Check = (consent) => (consent?.length ?? 0) > 0;
    expect(forbiddenWrites(naive).length).toBeGreaterThan(20);
  });

  it('does not read the data without consent', () => {
    const read = jest.fn(() => 'data');
    withConsent({ userId: PERSON, consent: ['functional'] }, 'place', read);
    withConsent({ userId: PERSON }, 'address', read);
    expect(read).not.toHaveBeenCalled();
  });
});

const ADDRESS = '203.0.113.77';

/** A recorder into a table without limits. */
const recorderInto = (table: object) =>
  createEventRecorder({
    events: createSecurityEventRepository(table as Table),
    counters: { take: async () => undefined },
  });

/** Calls the endpoint that records a security event, and returns what is stored. */
const recordedEvent = async (consent: readonly Purpose[] | undefined): Promise<Readonly<Record<string, unknown>>> => {
  const items: Readonly<Record<string, unknown>>[] = [];
  const table = { put: async (item: Readonly<Record<string, unknown>>) => void items.push(item) };
  const handler = httpFunction(
    securityRoutes({
      recorder: recorderInto(table),
      validate: validateInput,
      logger: silentLogger,
      now: () => Date.parse('2026-03-04T05:06:07.000Z'),
      newId: () => '01HZX3V5Q8W9T2M4N6P7R8S0A1',
    } as never),
    {
      rights: { read: async () => ({ user_id: PERSON, role: 'admin', plan: 'free', disabled: false, consent }) },
      logger: silentLogger,
    },
  );
  const { status } = await call(handler, {
    routeKey: 'POST /api/functions/input-validator',
    body: { data: 'meadow', validationType: 'search_query' },
    claims: accessClaims(),
    headers: { 'x-forwarded-for': `${ADDRESS}, 130.176.0.1` },
  });
  expect([status, items.length]).toEqual([200, 1]);
  return items[0] ?? {};
};

/** Calls an endpoint of sessions that records an event, and returns what is stored. */
const recordedInSession = async (
  consent: readonly Purpose[] | undefined,
  request: { readonly routeKey: string; readonly body: unknown },
): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const items: Readonly<Record<string, unknown>>[] = [];
  const table = { put: async (item: Readonly<Record<string, unknown>>) => void items.push(item) };
  const deps = {
    sessions: { extend: async () => ({ until: 60_000 }), read: async () => undefined },
    recorder: recorderInto(table),
    logger: silentLogger,
    now: () => 0,
  };
  const handler = httpFunction(sessionsRoutes(deps as never), {
    rights: { read: async () => ({ user_id: PERSON, role: 'user', plan: 'free', disabled: false, consent }) },
    logger: silentLogger,
  });
  const headers = { 'x-forwarded-for': `${ADDRESS}, 130.176.0.1` };
  const { status } = await call(handler, { ...request, claims: accessClaims(), headers });
  expect(status).toBeLessThan(300);
  return items;
};

/** Calls the endpoint that records the place of a session, and returns what is stored. */
const recordedPlace = async (
  consent: readonly Purpose[] | undefined,
  consentAfter = consent,
): Promise<{ readonly stored: readonly unknown[]; readonly forgotten: number }> => {
  const stored: unknown[] = [];
  let forgotten = 0;
  const rights = (allowed: readonly Purpose[] | undefined) =>
    ({ user_id: PERSON, role: 'user', plan: 'free', disabled: false, consent: allowed }) as const;
  const sessions = {
    setPlace: async (_userId: string, _id: string, { value }: { readonly value: unknown }) => stored.push(value) > 0,
    forgetPlaces: async () => (forgotten += 1) > 0,
  };
  const handler = httpFunction(
    sessionsRoutes({ sessions, rights: { read: async () => rights(consentAfter) }, now: () => 0 } as never),
    { rights: { read: async () => rights(consent) }, logger: silentLogger },
  );
  const { status } = await call(handler, {
    routeKey: 'PUT /api/current-session/place',
    body: { latitude: 48.2082, longitude: -0.0199 },
    claims: accessClaims(),
  });
  expect(status).toBe(204);
  return { stored, forgotten };
};

describe('the place of a session', () => {
  it('is stored, rounded, in the 4 states with consent to both purposes, else not at all', async () => {
    let count = 0;
    for (const consent of [...states, undefined]) {
      const allowed = consent?.includes('analytics') === true && consent.includes('functional');
      const { stored } = await recordedPlace(consent);
      if (allowed) count += 1;
      expect({ consent, stored }).toEqual({ consent, stored: allowed ? [{ latitude: 48.2, longitude: 0 }] : [] });
    }
    expect(count).toBe(4);
  });

  it('does not stay when the user withdraws meanwhile', async () => {
    const both: readonly Purpose[] = ['analytics', 'functional'];
    expect(await recordedPlace(both, [])).toMatchObject({ forgotten: 1 });
    expect(await recordedPlace(both)).toMatchObject({ forgotten: 0 });
  });
});

describe('a load of the site', () => {
  const load = { routeKey: 'POST /api/current-session/page-view', body: { page: 'streaming' } };

  it('is stored in the 8 states with behavioral consent, else not at all', async () => {
    let count = 0;
    for (const consent of [...states, undefined]) {
      const stored = await recordedInSession(consent, load);
      const expected = { event_type: 'page_view', event_category: 'data_access', severity: 'info', risk_score: 0 };
      expect([consent, stored]).toMatchObject([
        consent,
        consent?.includes('behavioral') ? [{ ...expected, user_id: PERSON, resource_id: 'streaming' }] : [],
      ]);
      count += stored.length;
    }
    expect(count).toBe(8);
  });

  it('cannot be stored past the check', async () => {
    const events = createSecurityEventRepository({ put: async () => undefined } as unknown as Table);
    const view = { user_id: PERSON, event_type: 'page_view' } as never;
    await expect(events.put(view)).rejects.toThrow(/needs consent/);
    const page = withConsent({ userId: 'another', consent: ['behavioral'] }, 'behavior', () => 'home' as const);
    await expect(events.put(view, { page })).rejects.toThrow(/another user/);
    const anomaly = { user_id: PERSON, event_type: 'behavior_anomaly' } as never;
    await expect(events.put(anomaly)).rejects.toThrow(/needs consent/);
  });
});

describe('a security event', () => {
  it('of a session contains the shortened address with consent to analytics only', async () => {
    const extend = { routeKey: 'POST /api/current-session/activity', body: { by: 'extended' } };
    for (const consent of [...states, undefined]) {
      const stored = await recordedInSession(consent, extend);
      const expected = consent?.includes('analytics') ? '203.0.113.0' : undefined;
      expect([consent, stored.map((event) => event['ip_address'])]).toEqual([consent, [expected]]);
      expect(JSON.stringify(stored)).not.toContain(ADDRESS);
    }
  });

  it('contains the shortened address in the 8 states with consent to analytics, else no part of it', async () => {
    let stored = 0;
    for (const consent of [...states, undefined]) {
      const event = await recordedEvent(consent);
      const expected = consent?.includes('analytics') === true ? '203.0.113.0' : undefined;
      if (event['ip_address'] !== undefined) stored += 1;
      expect({ consent, address: event['ip_address'] }).toEqual({ consent, address: expected });
      expect(JSON.stringify(event)).not.toContain(ADDRESS);
      if (expected === undefined) expect(JSON.stringify(event)).not.toContain('203.0.113');
    }
    expect(stored).toBe(8);
  });

  it('is not stored with what another user consented to', async () => {
    const events = createSecurityEventRepository({ put: async () => undefined } as unknown as Table);
    const address = withConsent({ userId: 'another', consent: ['analytics'] }, 'address', () => '203.0.113.0');
    await expect(events.put({ user_id: PERSON } as never, { ip_address: address })).rejects.toThrow(/another user/);
  });
});
