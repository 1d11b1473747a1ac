import * as z from 'zod/mini';
import { Role, UserId } from '../../contract/shared.ts';
import type { LiveTicketGrant } from '../../domain/live/ticket.ts';
import { defineEntity } from '../table/entity.ts';
import { key } from '../table/keys.ts';
import { isNew } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';

/** A ticket for one live connection. */
export const liveTicketEntity = defineEntity({
  type: 'TICKET',
  v: 1,
  owner: { kind: 'person', field: 'user_id' },
  lifetime: { retention: 'live_tickets', expiresFrom: ({ valid_until: end }) => end },
  onErase: 'delete',
  ofPerson: { gone: 'A ticket is valid for seconds, and a disabled account gets none.' },
  exportView: { none: 'A secret that is valid for seconds.' },
  schema: z.object({
    hash: z.string(),
    user_id: UserId,
    role: Role,
    session_id: z.optional(z.string()),
    valid_until: z.number(),
  }),
  key: ({ hash }: { hash: string }) => ({ pk: key('TICKET', hash), sk: 'META' }),
});

export type LiveTicketRepository = ReturnType<typeof createLiveTicketRepository>;

/** Tickets for live connections. Numbers refer to access-patterns.md. */
export const createLiveTicketRepository = (table: Table) => ({
  /** L1. Stores a ticket. */
  async create(grant: LiveTicketGrant): Promise<void> {
    await table.put(liveTicketEntity.toItem(grant), isNew);
  },
});
