import { optimistic } from '../../domain/optimistic.ts';
import { isDisabled, readRights, rightsEntity } from '../people/rights-repository.ts';
import { orRetry } from '../table/errors.ts';
import { key } from '../table/keys.ts';
import type { Table } from '../table/table.ts';
import { playlistEntity } from './playlist-entity.ts';
import { playlistAt } from './playlist-repository.ts';

const PAGE = 100;

export type PlaylistOwnerRepository = ReturnType<typeof createPlaylistOwnerRepository>;

/** The playlists of a user whose account is disabled or enabled. Numbers refer to access-patterns.md. */
export const createPlaylistOwnerRepository = (table: Table) => {
  /** Brings one playlist in line with the current state of its owner's account. */
  const followOne = (userId: string, id: string): Promise<void> =>
    optimistic(async () => {
      const [rights, item] = await Promise.all([
        readRights(table, userId, { consistent: true }),
        table.get(playlistEntity.key({ id }), { consistent: true }),
      ]);
      const playlist = item && playlistEntity.parse(item);
      const disabled = rights?.disabled ?? false;
      if (!playlist || playlist.deleted_at !== undefined || (playlist.owner_disabled ?? false) === disabled)
        return undefined;
      const after = { ...playlist, owner_disabled: disabled, revision: playlist.revision + 1 };
      const set = {
        owner_disabled: disabled,
        revision: after.revision,
        ...playlistEntity.indexAttributes(after),
      };
      return orRetry(
        table.transact([
          table.write.update(playlistEntity.key({ id }), { set }, playlistAt(playlist.revision)),
          table.write.check(rightsEntity.key({ user_id: userId }), isDisabled(disabled)),
        ]),
      );
    });

  return {
    /** P10. Withdraws the playlists of a disabled user from others, and shares those of an enabled one again. */
    async follow(userId: string): Promise<void> {
      const request = { index: 'gsi1', partition: key('PLAYLISTS', userId), limit: PAGE } as const;
      for await (const items of table.pages(request))
        for (const { pk } of items) await followOne(userId, pk.slice(pk.indexOf('#') + 1));
    },
  };
};
