import { passwordAdvice } from '../../../lambdas/contract/password-policy.ts';
import { assertMayEdit } from '../../../lambdas/domain/content/moderation.ts';
import { adminsGained, rightsOfNew } from '../../../lambdas/domain/people/people.ts';
import { personKeys } from '../../../lambdas/domain/people/search-keys.ts';
import { ContentStatus } from '../../../lambdas/contract/content-shapes.ts';
import { ContentPatch } from '../../../lambdas/contract/content.ts';
import type { Role } from '../../../lambdas/contract/shared.ts';

it('finds people by folded words, without what separates keys', () => {
  expect(personKeys({ email: 'ann.o#x@example.org', full_name: '  Zoë  Maria Ångström ' })).toEqual({ email: 'ann.o x@example.org', name: 'zoe maria angstrom', lastName: 'angstrom' });
  expect(personKeys({ email: '', full_name: 'Cher' })).toEqual({ email: undefined, name: 'cher', lastName: undefined });
  const long = personKeys({ email: `${'ﷺ'.repeat(200)}@example.org`, full_name: '🦜'.repeat(200) });
  for (const found of [long.email, long.name]) expect(Buffer.byteLength(found ?? '')).toBeLessThanOrEqual(400);
  expect(long.name?.isWellFormed()).toBe(true);
});

it('says in plain words what a password lacks', () => {
  expect(passwordAdvice('Soundstage-demo-1')).toBeUndefined();
  expect(passwordAdvice('soundstage demo 1A')).toBeUndefined();
  expect(passwordAdvice('')).toBe('The password needs at least 12 characters, a lower-case letter, an upper-case letter, a digit and a symbol.');
  expect(passwordAdvice('Soundstage-demo')).toBe('The password needs a digit.');
});

it('counts administrators who can act', () => {
  const admin = { role: 'admin', disabled: false } as const;
  const out = { role: 'admin', disabled: true } as const;
  const user = { role: 'user', disabled: false } as const;
  expect([adminsGained(undefined, admin), adminsGained(user, admin), adminsGained(out, admin)]).toEqual([1, 1, 1]);
  expect([adminsGained(admin, user), adminsGained(admin, out), adminsGained(out, user), adminsGained(admin, admin)]).toEqual([-1, -1, 0, 0]);
  expect(rightsOfNew('business')).toEqual({ role: 'user', plan: 'business' });
  expect(rightsOfNew('admin')).toEqual({ role: 'admin', plan: 'free' });
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
    const decisions = ContentStatus.options.flatMap((from) => ContentStatus.options.filter((to) => may('moderator', from, { status: to })).map((to) => `${from} to ${to}`));
    expect(decisions.sort()).toEqual(['pending to draft', 'pending to published']);
    const right: Readonly<Record<string, unknown>> = {
      title: 'x', artist: 'x', contentType: 'video', category_id: null, description: 'x', tags: ['x'], is_premium: true, is_publicly_accessible: false,
    };
    for (const field of Object.keys(ContentPatch.shape).filter((name) => name in right)) {
      expect([field, may('moderator', 'pending', { status: 'published', [field]: right[field] })]).toEqual([field, false]);
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
