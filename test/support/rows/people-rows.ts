import { randomUUID } from 'node:crypto';
import type { PersonView } from '../../../lambdas/contract/people/people.ts';
import type { StoredItem } from '../../../lambdas/data/table/entity.ts';
import { planEntity } from '../../../lambdas/data/billing/plan-entity.ts';
import { profileEntity } from '../../../lambdas/data/people/profile-repository.ts';
import { rightsEntity } from '../../../lambdas/data/people/rights-repository.ts';

type Item = StoredItem;

/** A user as stored items: profile, rights and plan. The user pool does not contain them. */
export const somePerson = (
  fields: Partial<PersonView> = {},
): { readonly person: PersonView; readonly items: readonly Item[] } => {
  const id = fields.id ?? randomUUID();
  const person: PersonView = {
    id,
    email: `person-${id}@example.org`,
    full_name: 'Some Body',
    role: 'user',
    plan: 'free',
    disabled: false,
    created_at: '2026-02-01T00:00:00.000Z',
    ...fields,
  };
  const ids = { user_id: id };
  const { plan } = person;
  return {
    person,
    items: [
      profileEntity.toItem(person),
      rightsEntity.toItem({ ...person, ...ids }),
      ...(plan === 'free' ? [] : [planEntity.toItem({ ...ids, plan, source: 'manual' })]),
    ],
  };
};

/** More than there are callers of a row, because emails are limited by address. */
const MAILED = 20;

/** A password that meets the user pool's policy. */
export const SOME_PASSWORD = 'Temporary-Pass-1';

/**
 * A valid call for each endpoint that manages users, with the users they affect: one for each call, and one more for
 * the list's second page.
 */
export const peopleRows = () => {
  const people = {
    assigned: somePerson(),
    removed: somePerson({ role: 'moderator' }),
    disabled: somePerson(),
    enabled: somePerson({ disabled: true }),
  };
  const mailed = Array.from({ length: MAILED }, () => somePerson());
  let mails = 0;
  const reason = 'Requested by the matrix test';
  return {
    calls: {
      'people.list-people': [
        { input: { query: { limit: '5' } }, success: 200 },
        { variant: 'search', input: { query: { q: 'some' } }, success: 200 },
        { variant: 'filter', input: { query: { role: 'user', plan: 'free', limit: '5' } }, success: 200 },
      ],
      'people.admin-create-user': [
        {
          input: {
            body: {
              email: `made-${randomUUID()}@example.org`,
              password: SOME_PASSWORD,
              fullName: 'Made By A Row',
              role: 'user',
            },
          },
          success: 200,
        },
      ],
      'people.admin-assign-role': [
        { input: { body: { target_user_id: people.assigned.person.id, new_role: 'moderator' } }, success: 200 },
      ],
      'people.admin-remove-role': [
        { input: { body: { target_user_id: people.removed.person.id, role_to_remove: 'moderator' } }, success: 200 },
      ],
      'people.disable-person': [
        { input: { params: { id: people.disabled.person.id }, body: { reason } }, success: 200 },
      ],
      'people.enable-person': [{ input: { params: { id: people.enabled.person.id }, body: { reason } }, success: 200 }],
      'credentials.send-password-reset': [
        {
          input: {
            params: {
              get id() {
                return mailed[mails++ % MAILED]?.person.id ?? '';
              },
            },
          },
          success: 202,
        },
      ],
    } as const,
    stored: [...Object.values(people), ...mailed].flatMap(({ items }) => items),
  };
};
