import * as z from 'zod/mini';
import { Timestamp, UserId } from '../../contract/shared.ts';
import type { KnownDevice } from '../../domain/sessions/device.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { parseList, type Table } from '../table/table.ts';

/** Devices per query. */
const PAGE = 100;

/** A device that an account was used on, by the hash of its cookie. */
export const deviceEntity = defineEntity({
  type: 'DEVICE',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'known_devices', expiresFrom: ({ seen_at: at }) => at },
  onErase: 'delete',
  exportView: ({ label, first_at, seen_at }) => ({ label, first_at, seen_at }),
  schema: z.object({
    user_id: UserId,
    hash: z.string(),
    label: z.string(),
    first_at: Timestamp,
    seen_at: Timestamp,
  }),
  key: ({ user_id: userId, hash }: { user_id: string; hash: string }) => ({ pk: key('DEVICES', userId), sk: hash }),
});

export type DeviceRepository = ReturnType<typeof createDeviceRepository>;

/** Devices of users. Numbers refer to access-patterns.md. */
export const createDeviceRepository = (table: Table) => ({
  /** SE9. The devices that an account was used on. `onBad` gets the number of corrupt ones. */
  async list(userId: string, onBad: (count: number) => void): Promise<readonly KnownDevice[]> {
    const items = await table.queryAll({ partition: key('DEVICES', userId), limit: PAGE });
    return parseList(deviceEntity, items, onBad);
  },

  /** SE10. Stores a device, which is then kept for its whole period again. */
  async put(userId: string, device: KnownDevice): Promise<void> {
    await table.put(deviceEntity.toItem({ ...device, user_id: userId }));
  },

  /** SE14. Forgets a device. */
  async remove(userId: string, hash: string): Promise<void> {
    await table.delete(deviceEntity.key({ user_id: userId, hash }));
  },
});
