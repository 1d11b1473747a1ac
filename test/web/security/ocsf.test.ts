/** @jest-environment jest-fixed-jsdom */
import { EVENT_NAMES } from '../../../lambdas/contract/admin/security-kinds.ts';
import { eventCsv } from '../../../web/src/features/security-center/export/csv.ts';
import { ocsfEvent, ocsfEvents, ocsfFinding } from '../../../web/src/features/security-center/export/ocsf.ts';
import { ADA, AT, GRACE, securityAlert, securityEvent } from './security-fixture.ts';

const TIME = Date.parse(AT);

describe('the export as OCSF', () => {
  it.each([
    ['login_failed', 3002, 1, 2, 2],
    ['sign_in', 3002, 1, 1, 1],
    ['session_ended', 3002, 2, 1, 1],
    ['token_moved', 3002, 99, 4, 1],
    ['account_disabled', 3001, 5, 2, 1],
    ['account_enabled', 3001, 2, 2, 1],
    ['role_change', 3001, 99, 3, 1],
    ['rate_limited', 6003, 99, 3, 2],
  ] as const)('maps %s to class %d, activity %d', (kind, classUid, activity, severity, status) => {
    expect(ocsfEvent(securityEvent(1, kind))).toMatchObject({
      class_uid: classUid,
      category_uid: Math.floor(classUid / 1000),
      activity_id: activity,
      type_uid: classUid * 100 + activity,
      severity_id: severity,
      status_id: status,
      time: TIME,
      metadata: { version: '1.4.0', uid: securityEvent(1).id },
    });
  });

  it('names the user of every kind of event, where its class has one', () => {
    for (const kind of EVENT_NAMES) {
      const event = ocsfEvent(securityEvent(1, kind));
      const user = 'actor' in event ? event.actor.user : event.user;
      expect([kind, user]).toEqual([kind, { uid: GRACE, type_id: 1, name: 'Grace Hopper' }]);
    }
    const unknown = { subject: 'visitor:abc', user_id: null, user_name: null };
    expect(ocsfEvent(securityEvent(1, 'login_failed', unknown))).toMatchObject({
      user: { uid: 'visitor:abc', type_id: 0 },
      src_endpoint: { uid: 'visitor:abc' },
      service: { name: 'Soundstage' },
    });
  });

  it('keeps the address, the session, the message and what OCSF has no field for', () => {
    const event = securityEvent(1, 'access_denied', {
      ip_address: '203.0.113.0',
      session_id: 's1',
      error_message: 'Not allowed',
      resource_id: 'users.list-users',
      metadata: { status: 403 },
    });
    expect(ocsfEvent(event)).toMatchObject({
      src_endpoint: { ip: '203.0.113.0' },
      actor: { session: { uid: 's1' } },
      api: { operation: 'users.list-users' },
      status_detail: 'Not allowed',
      unmapped: { event_type: 'access_denied', source: 'server', risk_score: 40, metadata: { status: 403 } },
    });
  });

  it('maps an alert to a finding, and its label to the verdict', () => {
    const open = ocsfFinding(securityAlert());
    expect(open).toMatchObject({
      class_uid: 2004,
      category_uid: 2,
      activity_id: 1,
      type_uid: 200401,
      severity_id: 4,
      status_id: 1,
      is_alert: true,
      risk_score: 70,
      count: 3,
      time: TIME,
      metadata: { version: '1.4.0' },
      finding_info: { uid: securityAlert().id, title: 'Repeated failed sign-ins' },
      evidences: [{ actor: { user: { uid: GRACE } } }],
    });
    expect(open.finding_info.related_events).toHaveLength(3);
    expect(open).not.toHaveProperty('verdict_id');
    const act = { by: ADA, by_name: 'Ada Listener', at: '2026-11-28T16:00:00.000Z' };
    const closed = securityAlert({
      state: 'acknowledged',
      acknowledged: { ...act, reason: 'A forgotten password' },
      label: { ...act, value: 'benign' },
    });
    expect(ocsfFinding(closed)).toMatchObject({
      activity_id: 3,
      type_uid: 200403,
      status_id: 4,
      time: Date.parse(act.at),
      comment: 'A forgotten password',
      verdict_id: 5,
      metadata: { profiles: ['incident'] },
    });
  });

  it('is one JSON array over all pages', () => {
    const { start, page, end } = ocsfEvents;
    const file = start + page([securityEvent(1), securityEvent(2)], 0) + page([securityEvent(3)], 2) + end;
    const events = JSON.parse(file) as { readonly metadata: { readonly uid: string } }[];
    expect(events.map(({ metadata }) => metadata.uid)).toEqual([1, 2, 3].map((number) => securityEvent(number).id));
    expect(JSON.parse(start + end)).toEqual([]);
  });
});

it('exports events as CSV, without formulas', () => {
  const rows = eventCsv.page([securityEvent(1, 'sign_in', { user_name: '=HYPERLINK("x")', metadata: { a: 1 } })], 0);
  expect(eventCsv.start).toContain('"event_type"');
  expect(rows).toContain(`"'=HYPERLINK(""x"")"`);
  expect(rows).toContain('"{""a"":1}"');
  expect(rows.split(',')).toHaveLength(eventCsv.start.split(',').length);
});
