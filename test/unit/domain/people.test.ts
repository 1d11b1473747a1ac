import { passwordAdvice } from '../../../lambdas/contract/people/password-policy.ts';
import { assertMayEdit } from '../../../lambdas/domain/content/moderation.ts';
import { adminsGained, giveRights, rightsOfNew } from '../../../lambdas/domain/people/people.ts';
import { personKeys } from '../../../lambdas/domain/people/search-keys.ts';
import { ContentStatus } from '../../../lambdas/contract/content/content-shapes.ts';
import { ContentPatch } from '../../../lambdas/contract/content/content.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';

it('finds people by folded words, without what separates keys', () => {
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

it('says in plain words what a password lacks', () => {
  expect(passwordAdvice('Soundstage-demo-1')).toBeUndefined();
  expect(passwordAdvice('soundstage demo 1A')).toBeUndefined();
  expect(passwordAdvice('')).toBe(
    'The password needs at least 12 characters, a lower-case letter, an upper-case letter, a digit and a symbol.',
  );
  expect(passwordAdvice('Soundstage-demo')).toBe('The password needs a digit.');
});

it('counts administrators who can act', () => {
  const admin = { role: 'admin', disabled: false } as const;
  const out = { role: 'admin', disabled: true } as const;
  const user = { role: 'user', disabled: false } as const;
  expect([adminsGained(undefined, admin), adminsGained(user, admin), adminsGained(out, admin)]).toEqual([1, 1, 1]);
  expect([
    adminsGained(admin, user),
    adminsGained(admin, out),
    adminsGained(out, user),
    adminsGained(admin, admin),
  ]).toEqual([-1, -1, 0, 0]);
  expect(rightsOfNew('business')).toEqual({ role: 'user', plan: 'business' });
  expect(rightsOfNew('admin')).toEqual({ role: 'admin', plan: 'free' });
});

describe('a change of rights', () => {
  const roles = ['user', 'moderator', 'admin'] as const;
  const states = roles.flatMap((role) => [true, false].map((disabled) => ({ role, disabled })));
  const wishes = [...roles.map((role) => ({ role })), { disabled: true }, { disabled: false }];
  const outcome = (
    ...[fields, was, stands]: [
      Parameters<typeof giveRights>[0],
      (typeof states)[number] | undefined,
      (typeof states)[number],
    ]
  ) => {
    try {
      return giveRights(fields, was)(stands) ?? 'as it is';
    } catch (error) {
      expect(error).toMatchObject({ code: 'version_conflict' });
      return 'conflict';
    }
  };

  it('goes through where a person is as shown or as wanted, and is refused wherever somebody else made something else of them', () => {
    const seen = { conflict: 0, 'as it is': 0, done: 0 };
    for (const fields of wishes)
      for (const was of states)
        for (const stands of states) {
          const is = ({ role, disabled }: typeof was) => role === stands.role && disabled === stands.disabled;
          const expected = is({ ...stands, ...fields }) ? 'as it is' : fields;
          const found = outcome(fields, was, stands);
          expect([fields, was, stands, found]).toEqual([
            fields,
            was,
            stands,
            is(was) || is({ ...was, ...fields }) ? expected : 'conflict',
          ]);
          seen[found === 'conflict' || found === 'as it is' ? found : 'done'] += 1;
        }
    expect(seen).toEqual({ conflict: 132, 'as it is': 30, done: 18 });
  });

  it('is made of whatever stands where nothing was shown', () => {
    expect(outcome({ role: 'admin' }, undefined, { role: 'moderator', disabled: true })).toEqual({ role: 'admin' });
    expect(outcome({ disabled: true }, undefined, { role: 'user', disabled: true })).toBe('as it is');
  });
});

describe('a review', () => {
  const may = (role: Role, status: ContentStatus, patch: Partial<ContentPatch>): boolean => {
    try {
      assertMayEdit(role, { status, revision: 3 }, ContentPatch.parse({ revision: 3, ...patch }));
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'forbidden' });
      return false;
    }
  };

  it('publishes what is pending or gives it back, and is refused all else, field by field', () => {
    const decisions = ContentStatus.options.flatMap((from) =>
      ContentStatus.options.filter((to) => may('moderator', from, { status: to })).map((to) => `${from} to ${to}`),
    );
    expect(decisions.sort()).toEqual(['pending to draft', 'pending to published']);
    const right: Readonly<Record<string, unknown>> = {
      title: 'x',
      artist: 'x',
      contentType: 'video',
      category_id: null,
      description: 'x',
      tags: ['x'],
      is_premium: true,
      is_publicly_accessible: false,
    };
    for (const field of Object.keys(ContentPatch.shape).filter((name) => name in right)) {
      expect([field, may('moderator', 'pending', { status: 'published', [field]: right[field] })]).toEqual([
        field,
        false,
      ]);
      expect([field, may('moderator', 'pending', { [field]: right[field] })]).toEqual([field, false]);
      expect([field, may('admin', 'draft', { [field]: right[field] })]).toEqual([field, true]);
    }
    expect(may('moderator', 'pending', {})).toBe(false);
    expect(may('user', 'pending', { status: 'published' })).toBe(false);
  });

  it('may be repeated after a lost answer', () => {
    expect(may('moderator', 'published', { revision: 2, status: 'published' })).toBe(true);
  });
});
