import { profileEntity } from './profile-repository.ts';
import type { Table } from '../table/table.ts';

/** Display names of users. Numbers refer to access-patterns.md. */
export interface ProfileNames {
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Maximum number of keys per call: a limit of DynamoDB. */
const AT_ONCE = 100;

export const createProfileNames = (table: Table): ProfileNames => ({
  /**
   * J10. Full names, or email addresses of users without a name; one call per 100, 0.5 RRU each. Users without a valid
   * profile are left out.
   */
  async namesOf(ids) {
    const keys = [...new Set(ids)].map((id) => profileEntity.key({ id }));
    const batches = Array.from({ length: Math.ceil(keys.length / AT_ONCE) }, (_, index) =>
      keys.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
    );
    const items = (await Promise.all(batches.map((batch) => table.getMany(batch)))).flat();
    const profiles = items.map((item) => profileEntity.tryParse(item)).filter((profile) => profile !== undefined);
    return new Map(profiles.map(({ id, full_name: name, email }) => [id, name || email]));
  },
});
