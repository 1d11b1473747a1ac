import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import type { Profile } from '../../domain/accounts/profile.ts';
import { personKeys } from '../../domain/people/search-keys.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { ConditionFailed } from '../table/errors.ts';
import { isNew, type Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** Where people are found by the beginning of what they are called: index and partition of each key. */
export const personIndexes = {
  email: { index: 'gsi2', partition: 'PERSON_EMAIL' },
  name: { index: 'gsi3', partition: 'PERSON_NAME' },
  lastName: { index: 'gsi4', partition: 'PERSON_LAST_NAME' },
} as const;

const indexKey = (name: keyof typeof personIndexes) => (profile: Profile) => {
  const found = personKeys(profile)[name];
  return found === undefined ? undefined : { pk: personIndexes[name].partition, sk: key(found, profile.id) };
};

/** A person's profile. */
export const profileEntity = defineEntity({
  type: 'PROFILE',
  v: 1,
  owner: { kind: 'person', field: 'id' },
  lifetime: { retention: 'owner' },
  onErase: 'delete',
  exportView: (profile) => profile,
  schema: z.object({ id: UserId, email: z.string(), full_name: z.string(), created_at: Timestamp }),
  key: ({ id }: { id: string }) => ({ pk: key('USER', id), sk: 'PROFILE' }),
  indexes: {
    gsi1: ({ id, created_at: createdAt }) => ({ pk: 'PROFILE', sk: key(createdAt, id) }),
    gsi2: indexKey('email'),
    gsi3: indexKey('name'),
    gsi4: indexKey('lastName'),
  },
});

/** Condition of writing a profile: there is none, or one that only a token told of. */
export const isNewOrHealed: Expression = {
  expression: 'attribute_not_exists(#pk) OR #email = :none',
  names: { '#pk': 'pk', '#email': 'email' },
  values: { ':none': '' },
};

/** Stands for a time that a key does not hold. */
const EPOCH = new Date(0).toISOString();

export type ProfileRepository = ReturnType<typeof createProfileRepository>;

/** Profiles of people. */
export const createProfileRepository = (table: Table) => ({
  /** A4. One profile; 0.5 RRU. Throws when the stored item is corrupt. */
  async get(id: string, options: { consistent?: boolean } = {}): Promise<Profile | undefined> {
    const item = await table.get(profileEntity.key({ id }), options);
    return item && profileEntity.parse(item);
  },

  /**
   * A5. Writes a profile unless one stands there; one without an e-mail address (healed from a token) is replaced by
   * one with it. Answers whether it wrote.
   */
  async createIfMissing(profile: Profile): Promise<boolean> {
    try {
      await table.put(profileEntity.toItem(profile), profile.email === '' ? isNew : isNewOrHealed);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  },

  /** A6. Changes the full name, by which the person is found from then on; undefined when there is no profile. */
  async rename(id: string, fullName: string): Promise<Profile | undefined> {
    try {
      // The keys of the name alone: those of the address must stand as they are, whatever becomes of it meanwhile.
      const { gsi3pk, gsi3sk, gsi4pk, gsi4sk } = profileEntity.indexAttributes({
        id,
        email: '',
        full_name: fullName,
        created_at: EPOCH,
      });
      return profileEntity.parse(
        await table.update(profileEntity.key({ id }), { set: { full_name: fullName, gsi3pk, gsi3sk, gsi4pk, gsi4sk } }),
      );
    } catch (error) {
      if (error instanceof ConditionFailed) return undefined;
      throw error;
    }
  },
});
