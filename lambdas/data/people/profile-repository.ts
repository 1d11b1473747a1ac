import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { personKeys } from '../../domain/people/search-keys.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { conditionHolds, ignoreConditionFailed, orUndefined } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Index and partition of each field that users are searched by. */
export const personIndexes = {
  email: { index: 'gsi2', partition: 'PERSON_EMAIL' },
  name: { index: 'gsi3', partition: 'PERSON_NAME' },
  lastName: { index: 'gsi4', partition: 'PERSON_LAST_NAME' },
} as const;

const indexKey = (name: keyof typeof personIndexes) => (profile: Profile) => {
  const found = personKeys(profile)[name];
  return found === undefined ? undefined : { pk: personIndexes[name].partition, sk: key(found, profile.id) };
};

/**
 * A user's profile, in a partition of its own: most functions that write a user's other items in `USER#` must not be
 * able to change whose address an account has.
 */
export const profileEntity = defineEntity({
  type: 'PROFILE',
  v: 1,
  owner: { kind: 'person', field: 'id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: (profile) => profile,
  schema: z.object({
    id: UserId,
    email: z.string(),
    full_name: z.string(),
    created_at: Timestamp,
    active_at: z.optional(Timestamp),
    first_warned_at: z.optional(Timestamp),
    last_warned_at: z.optional(Timestamp),
  }),
  key: ({ id }: { id: string }) => ({ pk: key('PROFILE', id), sk: 'META' }),
  indexes: {
    gsi1: ({ id, created_at: createdAt }) => ({ pk: 'PROFILE', sk: key(createdAt, id) }),
    gsi2: indexKey('email'),
    gsi3: indexKey('name'),
    gsi4: indexKey('lastName'),
  },
});

/** Condition: there is no profile, or one without an email address, which was created from a token. */
export const isNewOrHealed: Expression = {
  expression: 'attribute_not_exists(#pk) OR #email = :none',
  names: { '#pk': 'pk', '#email': 'email' },
  values: { ':none': '' },
};

/** Placeholder for a time that the computed keys do not contain. */
const EPOCH = new Date(0).toISOString();

export type ProfileRepository = ReturnType<typeof createProfileRepository>;

/** Profiles of users. */
export const createProfileRepository = (table: Table) => ({
  /** A4. One profile; 0.5 RRU. Throws when the stored item is corrupt. */
  async get(id: string, options: { consistent?: boolean } = {}): Promise<Profile | undefined> {
    const item = await table.get(profileEntity.key({ id }), options);
    return item && profileEntity.parse(item);
  },

  /**
   * A5. Stores a profile unless there is one. A profile with an email address replaces one without (which was created
   * from a token). Returns whether it was stored.
   */
  async createIfMissing(profile: Profile): Promise<boolean> {
    return conditionHolds(table.put(profileEntity.toItem(profile), profile.email === '' ? isNew : isNewOrHealed));
  },

  /** A6. Changes the full name and its search keys; undefined when there is no profile. */
  async rename(id: string, fullName: string): Promise<Profile | undefined> {
    // Only the keys of the name: the address may change at the same time.
    const { gsi3pk, gsi3sk, gsi4pk, gsi4sk } = profileEntity.indexAttributes({
      id,
      email: '',
      full_name: fullName,
      created_at: EPOCH,
    });
    const item = await orUndefined(
      table.update(profileEntity.key({ id }), { set: { full_name: fullName, gsi3pk, gsi3sk, gsi4pk, gsi4sk } }),
    );
    return item && profileEntity.parse(item);
  },

  /** A14. Records that a user was here, which cancels the deletion of an unused account: 1 write. */
  async markActive(id: string, at: string): Promise<void> {
    await ignoreConditionFailed(
      table.update(profileEntity.key({ id }), {
        set: { active_at: at, first_warned_at: undefined, last_warned_at: undefined },
      }),
    );
  },

  /** A17. Changes the email address and its search key; undefined when there is no profile. */
  async changeEmail(id: string, email: string): Promise<Profile | undefined> {
    const { gsi2pk, gsi2sk } = profileEntity.indexAttributes({ id, email, full_name: '', created_at: EPOCH });
    const item = await orUndefined(table.update(profileEntity.key({ id }), { set: { email, gsi2pk, gsi2sk } }));
    return item && profileEntity.parse(item);
  },
});
