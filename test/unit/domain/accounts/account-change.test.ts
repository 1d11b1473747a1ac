import { accountEvent } from '../../../../lambdas/domain/accounts/account-change.ts';
import { mergeEvents } from '../../../../lambdas/domain/changes/domain-events.ts';
import type { NewSecurityEvent } from '../../../../lambdas/domain/security/event.ts';

const ANN = '11111111-2222-4333-8444-555555555555';
const AT = Date.parse('2026-11-28T12:00:00.000Z');

type Image = Readonly<Record<string, unknown>> | undefined;
const rights = (role: string, disabled = false) => ({ type: 'RIGHTS', user_id: ANN, role, disabled });
const change = (id: string, before: Image, after: Image) => ({ id, at: AT, before, after });

it('records each change of a role and of a state once, also those that change it back', () => {
  const changes = [
    change('created', undefined, rights('user')),
    change('raised', rights('user'), rights('admin')),
    change('back', rights('admin'), rights('user')),
    change('again', rights('user'), rights('admin')),
    change('both', rights('admin'), rights('user', true)),
    change('enabled', rights('user', true), rights('user')),
    change('consent', rights('user'), { ...rights('user'), consent: ['analytics'] }),
    change('erased', rights('user'), undefined),
    change('made an administrator', undefined, rights('admin')),
    change('restored', undefined, { ...rights('admin'), restored: true }),
    change('disabled later', { ...rights('user'), restored: true }, { ...rights('user', true), restored: true }),
  ];
  const stored = new Map<string, NewSecurityEvent>();
  // The stream may deliver changes again.
  for (const { event, cause } of [...mergeEvents(changes), ...mergeEvents(changes)]) {
    if (event.type !== 'account-changed') continue;
    const happened = accountEvent(event.detail, cause);
    stored.set(happened.id, happened);
  }
  const seen = [...stored.values()];
  expect(seen.map(({ event_type: kind, metadata: { from = '', to = '' } }) => `${kind} ${from} ${to}`.trim())).toEqual([
    'role_change user admin',
    'role_change admin user',
    'role_change user admin',
    'role_change admin user',
    'account_disabled',
    'account_enabled',
    'role_change user admin',
    'account_disabled',
  ]);
  const times = new Set(seen.map(({ subject, created_at: at }) => `${subject} ${at}`));
  expect(times).toEqual(new Set([`user:${ANN} 2026-11-28T12:00:00.000Z`]));
});
