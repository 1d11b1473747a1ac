import * as z from 'zod/mini';
import { Role, UserId } from '../../contract/shared.ts';
import type { LiveTicketGrant } from '../../domain/live/ticket.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { isNew, type Table } from '../table/table.ts';

/** Seconds that an unused ticket stays stored after its time: its time, not its absence, is what refuses it. */
const LEFT_OVER_SECONDS = 3600;

/** A ticket of the live channel. */
export const liveTicketEntity = defineEntity({
  type: 'TICKET',
  v: 1,
  schema: z.object({ hash: z.string(), user_id: UserId, role: Role, valid_until: z.number() }),
  key: ({ hash }: { hash: string }) => ({ pk: key('TICKET', hash), sk: 'META' }),
  expiresAt: ({ valid_until: validUntil }) => Math.ceil(validUntil / 1000) + LEFT_OVER_SECONDS,
});

export type LiveTicketRepository = ReturnType<typeof createLiveTicketRepository>;

/** Tickets of the live channel. Numbers are those of access-patterns.md. */
export const createLiveTicketRepository = (table: Table) => ({
  /** L1. Stores a ticket. */
  async create(grant: LiveTicketGrant): Promise<void> {
    await table.put(liveTicketEntity.toItem(grant), isNew);
  },
});
