import type { SecurityDeps } from '../../../lambdas/api/security/deps.ts';
import { securityRoutes } from '../../../lambdas/api/security/routes.ts';
import type { Purpose } from '../../../lambdas/contract/people/consent.ts';
import { silentLogger } from '../../../lambdas/domain/logger.ts';
import type { SecurityEvent } from '../../../lambdas/domain/security/event.ts';
import { validateInput } from '../../../lambdas/domain/security/validate-input.ts';
import { httpFunction } from '../../../lambdas/http/http-function.ts';
import { accessClaims, call, PERSON } from '../../support/http.ts';

const NOW = Date.parse('2026-11-28T12:00:00.000Z');
const ID = '01HZX3V5Q8W9T2M4N6P7R8S0A1';
const SESSION = 'aaaaaaaa-0000-4000-8000-000000000000';

/** The function with events in memory. `change` replaces parts of it. */
const setUp = (change: Partial<SecurityDeps> = {}, consent: readonly Purpose[] = []) => {
  const events: SecurityEvent[] = [];
  const deps: SecurityDeps = {
    recorder: {
      record: async (event, { ip_address: address }) =>
        void events.push({ ...event, ...(address ? { ip_address: address.value } : {}) }),
    },
    log: {
      list: async () => ({ items: events, next_cursor: 'next' }),
      listOfUser: async () => ({ items: events, next_cursor: null }),
    },
    profiles: { namesOf: async (ids) => new Map(ids.map((id) => [id, `Name of ${id.slice(0, 8)}`])) },
    validate: validateInput,
    // The endpoints of alerts have tests of their own.
    alerts: {} as SecurityDeps['alerts'],
    hours: {} as SecurityDeps['hours'],
    logger: silentLogger,
    now: () => NOW,
    newId: () => ID,
    ...change,
  };
  const handler = httpFunction(securityRoutes(deps), {
    rights: { read: async () => ({ user_id: PERSON, role: 'admin', plan: 'free', disabled: false, consent }) },
    logger: silentLogger,
  });
  const ask = (routeKey: string, more: { readonly body?: unknown; readonly query?: Record<string, string> } = {}) =>
    call(handler, {
      routeKey,
      claims: { ...accessClaims(), origin_jti: SESSION },
      headers: { 'x-forwarded-for': '203.0.113.77, 130.176.0.1' },
      ...more,
    });
  return { ask, events };
};

describe('an event that a browser reports', () => {
  const path = 'POST /api/rpc/log_security_event';
  const body = { p_event_type: 'content_blocked', p_resource_id: 'streaming', p_metadata: { directive: 'img-src' } };

  it('gets user, session, time, risk and severity from the server, and its source says who reported it', async () => {
    const { ask, events } = setUp();
    expect((await ask(path, { body })).status).toBe(204);
    expect(events).toEqual([
      {
        id: ID,
        created_at: new Date(NOW).toISOString(),
        source: 'browser',
        subject: `user:${PERSON}`,
        user_id: PERSON,
        session_id: SESSION,
        event_type: 'content_blocked',
        event_category: 'system',
        severity: 'medium',
        resource_type: 'page',
        resource_id: 'streaming',
        action_taken: 'blocked',
        success: false,
        error_message: null,
        metadata: { directive: 'img-src', request_id: 'request-1' },
        risk_score: 40,
      },
    ]);
  });

  it('has the shortened address by consent only', async () => {
    const { ask, events } = setUp({}, ['analytics']);
    await ask(path, { body });
    expect(events).toMatchObject([{ ip_address: '203.0.113.0' }]);
  });

  it.each<readonly [string, object]>([
    ['a user', { p_user_id: PERSON }],
    ['a session', { p_session_id: SESSION }],
    ['a time', { p_created_at: '2020-01-01T00:00:00.000Z' }],
    ['a risk', { p_risk_score: 0 }],
    ['a severity', { p_severity: 'info' }],
    ['an address', { p_ip_address: '198.51.100.1' }],
    ['a source', { p_source: 'server' }],
    ['a kind that only the server sees', { p_event_type: 'sign_in' }],
    ['an address of a page', { p_resource_id: '/streaming?q=private' }],
    ['text', { p_metadata: { note: '<script>' } }],
    ['details without end', { p_metadata: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`n${n}`, n])) }],
    ['a number that is not stored', { p_metadata: { n: 1e300 } }],
  ])('is rejected with %s', async (_, forged) => {
    const { ask, events } = setUp();
    const { status, problem } = await ask(path, { body: { ...body, ...forged } });
    expect([status, problem.code]).toEqual([400, 'validation_failed']);
    expect(events).toEqual([]);
  });

  it('cannot replace the request that it came with', async () => {
    const { ask, events } = setUp();
    await ask(path, { body: { ...body, p_metadata: { request_id: 'forged' } } });
    expect(events).toMatchObject([{ metadata: { request_id: 'request-1' } }]);
  });
});

describe('the validation of an input', () => {
  const path = 'POST /api/functions/input-validator';
  const body = { data: 'meadow', validationType: 'search_query' };

  it('that fails itself is an invalid input, with risk 70', async () => {
    const validate = (): never => {
      throw new Error('broken');
    };
    const { ask, events } = setUp({ validate });
    const response = await ask(path, { body });
    expect([response.status, response.body]).toEqual([
      200,
      { valid: false, errors: ['Validation service unavailable'], sanitizedData: null },
    ]);
    expect(events).toMatchObject([
      { event_type: 'input_validation_failed', risk_score: 70, severity: 'high', resource_type: 'search_query' },
    ]);
  });

  it.each([
    [{ data: 'meadow', validationType: 'search_query' }, 'input_validated', 0, null],
    [{ data: '<>', validationType: 'search_query' }, 'input_validation_failed', 10, '1 validation error(s) found'],
    [
      { data: { full_name: 'n'.repeat(201), email: 'no address' }, validationType: 'user_profile' },
      'input_validation_failed',
      20,
      '2 validation error(s) found',
    ],
  ])('records %j as %s with risk %i', async (input, kind, risk, message) => {
    const { ask, events } = setUp();
    await ask(path, { body: input });
    expect(events).toMatchObject([{ event_type: kind, risk_score: risk, error_message: message }]);
  });

  it('succeeds when its event cannot be recorded', async () => {
    const { ask } = setUp({ recorder: { record: () => Promise.reject(new Error('no table')) } });
    expect((await ask(path, { body })).body).toMatchObject({ valid: true });
  });
});

describe('the lists', () => {
  it('name the user of each event, and the user of the filter', async () => {
    const { ask } = setUp();
    await ask('POST /api/rpc/log_security_event', { body: { p_event_type: 'monitoring_error' } });
    const { status, body } = await ask('GET /api/admin/security-events', { query: { user_id: PERSON } });
    expect([status, body]).toMatchObject([
      200,
      {
        items: [{ id: ID, user_name: 'Name of 11111111', resource_id: null, ip_address: null }],
        next_cursor: 'next',
        filter_user_name: 'Name of 11111111',
      },
    ]);
  });

  it('have 20 events of the log and 50 of the own ones on a page', async () => {
    const limits: number[] = [];
    const list = async (_of: unknown, { limit }: { readonly limit: number }) => {
      limits.push(limit);
      return { items: [], next_cursor: null };
    };
    const { ask } = setUp({ log: { list, listOfUser: list } });
    await ask('GET /api/admin/security-events');
    await ask('GET /api/security-events');
    expect(limits).toEqual([20, 50]);
  });
});
