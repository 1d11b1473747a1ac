import * as z from 'zod/mini';
import { Timestamp, UserId } from '../contract/shared.ts';
import type { Profile } from '../domain/accounts/profile.ts';
import { defineEntity } from './entity.ts';
import { key } from './keys.ts';
import { ConditionFailed, isNew, type Expression, type Table } from './table.ts';

/** A person's profile. */
const profileEntity = defineEntity({
  type: 'PROFILE',
  v: 1,
  schema: z.object({ id: UserId, email: z.string(), full_name: z.string(), created_at: Timestamp }),
  key: ({ id }: { id: string }) => ({ pk: key('USER', id), sk: 'PROFILE' }),
  indexes: { gsi1: ({ id, created_at: createdAt }) => ({ pk: 'PROFILE', sk: key(createdAt, id) }) },
});

const isNewOrHealed: Expression = {
  expression: 'attribute_not_exists(#pk) OR #email = :none',
  names: { '#pk': 'pk', '#email': 'email' },
  values: { ':none': '' },
};

export type ProfileRepository = ReturnType<typeof createProfileRepository>;

/** Profiles of people. */
export const createProfileRepository = (table: Table) => ({
  /** A4. One profile; 0.5 RRU. Throws when the stored item is corrupt. */
  async get(id: string, options: { consistent?: boolean } = {}): Promise<Profile | undefined> {
    const item = await table.get(profileEntity.key({ id }), options);
    return item && profileEntity.parse(item);
  },

  /**
   * A5. Writes a profile unless one stands there; one without an e-mail address (healed from a token) is replaced by one
   * with it. Answers whether it wrote.
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

  /** A6. Changes the full name; undefined when there is no profile. */
  async rename(id: string, fullName: string): Promise<Profile | undefined> {
    try {
      return profileEntity.parse(await table.update(profileEntity.key({ id }), { set: { full_name: fullName } }));
    } catch (error) {
      if (error instanceof ConditionFailed) return undefined;
      throw error;
    }
  },
});
