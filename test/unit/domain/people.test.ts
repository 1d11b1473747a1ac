import { passwordAdvice } from '../../../lambdas/contract/people/password-policy.ts';
import { assertCanEdit } from '../../../lambdas/domain/content/moderation.ts';
import { adminsGained, giveRights, rightsOfNew } from '../../../lambdas/domain/people/people.ts';
import { personKeys } from '../../../lambdas/domain/people/search-keys.ts';
import { ContentStatus } from '../../../lambdas/contract/content/content-shapes.ts';
import { ContentPatch } from '../../../lambdas/contract/content/content.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';

it('builds search keys from folded text, without the key separator', () => {
  expect(personKeys({ email: 'ann.o#x@example.org', full_name: '  Zoë  Maria Ångström ' })).toEqual({
    email: 'ann.o x@example.org',
    name: 'zoe maria angstrom',
    lastName: 'angstrom',
  });
  expect(personKeys({ email: '', full_name: 'Cher' })).toEqual({ email: undefined, name: 'cher', lastName: undefined });
  const long = personKeys({ email: `${'ﷺ'.repeat(200)}@example.org`, full_name: '🦜'.repeat(200) });
  for (const found of [long.email, long.name]) expect(Buffer.byteLength(found ?? '')).toBeLessThanOrEqual(400);
  expect(long.name?.isWellFormed()).toBe(true);
});

it('lists the missing requirements of a password', () => {
  expect(passwordAdvice('Soundstage-demo-1')).toBeUndefined();
  expect(passwordAdvice('soundstage demo 1A')).toBeUndefined();
  expect(passwordAdvice('')).toBe(
    'The password needs at least 12 characters, a lowercase letter, an uppercase letter, a digit and a symbol.',
  );
  expect(passwordAdvice('Soundstage-demo')).toBe('The password needs a digit.');
  expect(passwordAdvice('Soundstage-demo-1 ')).toBe("The password can't start or end with a space.");
});

it('counts only enabled administrators', () => {
  const admin = { role: 'admin', disabled: false } as const;
  const disabled = { role: 'admin', disabled: true } as const;
  const user = { role: 'user', disabled: false } as const;
  expect([adminsGained(undefined, admin), adminsGained(user, admin), adminsGained(disabled, admin)]).toEqual([1, 1, 1]);
  expect([
    adminsGained(admin, user),
    adminsGained(admin, disabled),
    adminsGained(disabled, user),
    adminsGained(admin, admin),
  ]).toEqual([-1, -1, 0, 0]);
  expect(rightsOfNew('business')).toEqual({ role: 'user', plan: 'business' });
  expect(rightsOfNew('admin')).toEqual({ role: 'admin', plan: 'free' });
});

describe('a change of rights', () => {
  const roles = ['user', 'moderator', 'admin'] as const;
  const states = roles.flatMap((role) => [true, false].map((disabled) => ({ role, disabled })));
  const changes = [...roles.map((role) => ({ role })), { disabled: true }, { disabled: false }];
  const outcome = (
    ...[fields, was, current]: [
      Parameters<typeof giveRights>[0],
      (typeof states)[number] | undefined,
      (typeof states)[number],
    ]
  ) => {
    try {
      return giveRights(fields, was)(current) ?? 'unchanged';
    } catch (error) {
      expect(error).toMatchObject({ code: 'version_conflict' });
      return 'conflict';
    }
  };

  it('succeeds when the rights are as the caller saw or requested them, and conflicts otherwise', () => {
    const seen = { conflict: 0, unchanged: 0, done: 0 };
    for (const fields of changes)
      for (const was of states)
        for (const current of states) {
          const is = ({ role, disabled }: typeof was) => role === current.role && disabled === current.disabled;
          const expected = is({ ...current, ...fields }) ? 'unchanged' : fields;
          const found = outcome(fields, was, current);
          expect([fields, was, current, found]).toEqual([
            fields,
            was,
            current,
            is(was) || is({ ...was, ...fields }) ? expected : 'conflict',
          ]);
          seen[found === 'conflict' || found === 'unchanged' ? found : 'done'] += 1;
        }
    expect(seen).toEqual({ conflict: 132, unchanged: 30, done: 18 });
  });

  it('applies to any current rights when the caller sent none', () => {
    expect(outcome({ role: 'admin' }, undefined, { role: 'moderator', disabled: true })).toEqual({ role: 'admin' });
    expect(outcome({ disabled: true }, undefined, { role: 'user', disabled: true })).toBe('unchanged');
  });
});

describe('a review', () => {
  const isAllowed = (role: Role, status: ContentStatus, patch: Partial<ContentPatch>): boolean => {
    try {
      assertCanEdit(role, { status, revision: 3 }, ContentPatch.parse({ revision: 3, ...patch }));
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'forbidden' });
      return false;
    }
  };

  it('can publish a pending item or return it to draft, and is denied any other edit', () => {
    const decisions = ContentStatus.options.flatMap((from) =>
      ContentStatus.options
        .filter((to) => isAllowed('moderator', from, { status: to }))
        .map((to) => `${from} to ${to}`),
    );
    expect(decisions.sort()).toEqual(['pending to draft', 'pending to published']);
    const validValues: Readonly<Record<string, unknown>> = {
      title: 'x',
      artist: 'x',
      contentType: 'video',
      category_id: null,
      description: 'x',
      tags: ['x'],
      is_premium: true,
      is_publicly_accessible: false,
    };
    for (const field of Object.keys(ContentPatch.shape).filter((name) => name in validValues)) {
      const edit = { [field]: validValues[field] };
      expect([field, isAllowed('moderator', 'pending', { status: 'published', ...edit })]).toEqual([field, false]);
      expect([field, isAllowed('moderator', 'pending', edit)]).toEqual([field, false]);
      expect([field, isAllowed('admin', 'draft', edit)]).toEqual([field, true]);
    }
    expect(isAllowed('moderator', 'pending', {})).toBe(false);
    expect(isAllowed('user', 'pending', { status: 'published' })).toBe(false);
  });

  it('can be retried after a lost response', () => {
    expect(isAllowed('moderator', 'published', { revision: 2, status: 'published' })).toBe(true);
  });
});
