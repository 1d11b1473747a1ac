import { profileEntity } from './profile-repository.ts';
import type { Table } from './table.ts';

/** What people are called, for lists that name them. Numbers are those of access-patterns.md. */
export interface ProfileNames {
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export const createProfileNames = (table: Table): ProfileNames => ({
  /** J10. Full names, or addresses of people without one, 100 at most in one call, 0.5 RRU each; those without a readable profile are left out. */
  async namesOf(ids) {
    const items = await table.getMany([...new Set(ids)].map((id) => profileEntity.key({ id })));
    const profiles = items.map((item) => profileEntity.tryParse(item)).filter((profile) => profile !== undefined);
    return new Map(profiles.map(({ id, full_name: name, email }) => [id, name || email]));
  },
});
