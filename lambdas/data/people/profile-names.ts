import { profileEntity } from './profile-repository.ts';
import type { Table } from '../table/table.ts';

/** Display names of users. Numbers refer to access-patterns.md. */
export interface ProfileNames {
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export const createProfileNames = (table: Table): ProfileNames => ({
  /**
   * J10. Full names, or email addresses of users without a name; one call per 100, 0.5 RRU each. Users without a valid
   * profile are left out.
   */
  async namesOf(ids) {
    const items = await table.getMany([...new Set(ids)].map((id) => profileEntity.key({ id })));
    const profiles = items.map((item) => profileEntity.tryParse(item)).filter((profile) => profile !== undefined);
    return new Map(profiles.map(({ id, full_name: name, email }) => [id, name || email]));
  },
});
