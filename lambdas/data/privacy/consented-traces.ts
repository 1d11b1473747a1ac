import type { TraceKind } from '../../contract/people/sign-in-events.ts';
import { batchesOf } from '../../domain/batches.ts';
import { eventRanges, eventsOf, type EventRange } from '../admin/security-event-repository.ts';
import type { StoredItem } from '../table/entity.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import type { Expression } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import { readHold } from './legal-hold-repository.ts';

/** Events of a page, and concurrent writes. */
const PAGE = 500;
const AT_ONCE = 25;

const hasAddress: Expression = { expression: 'attribute_exists(#ip)', names: { '#ip': 'ip_address' } };

/** What is removed of a user, and for how long. */
export interface TraceRemoval {
  readonly kind: TraceKind;
  /** Only of events that happened up to then (milliseconds). @default all */
  readonly stored?: number | undefined;
  /** Whether there is time for more. */
  readonly hasTime: () => boolean;
}

/** How a removal ended. `held`: a legal hold keeps what is left. `stopped`: there was no time for all. */
export type RemovalOutcome = 'done' | 'held' | 'stopped';

export type ConsentedTraces = ReturnType<typeof createConsentedTraces>;

/** What security events contain only by consent. Numbers refer to access-patterns.md. */
export const createConsentedTraces = (table: Table) => {
  const deleteEvent = ({ pk, sk }: StoredItem): Promise<void> => table.delete({ pk, sk });
  /** The event may have expired meanwhile, and must not be stored again. */
  const removeAddress = ({ pk, sk }: StoredItem): Promise<void> =>
    ignoreConditionFailed(table.update({ pk, sk }, { set: { ip_address: undefined } }, hasAddress));

  const forEach = async (
    userId: string,
    range: EventRange,
    {
      filter,
      change,
      hasTime,
    }: Pick<TraceRemoval, 'hasTime'> & {
      readonly filter?: Expression;
      readonly change: (event: StoredItem) => Promise<void>;
    },
  ): Promise<RemovalOutcome> => {
    const request = { index: 'gsi1', partition: eventsOf(userId), ...range, limit: PAGE, descending: false } as const;
    for await (const events of table.pages(filter ? { ...request, filter } : request)) {
      if (events.length > 0 && (await readHold(table, userId))) return 'held';
      for (const batch of batchesOf(events, AT_ONCE)) {
        if (!hasTime()) return 'stopped';
        await Promise.all(batch.map(change));
      }
    }
    return 'done';
  };

  return {
    /**
     * CN5. Deletes the loads of the site, or removes the addresses from events. Can be repeated: what was removed is
     * not found again. Before each page that contains something, checks that no legal hold applies: LH1.
     */
    async remove(userId: string, { kind, stored, hasTime }: TraceRemoval): Promise<RemovalOutcome> {
      const { views, others } = eventRanges(stored);
      if (kind === 'behavior') return forEach(userId, views, { change: deleteEvent, hasTime });
      for (const range of [others, views]) {
        const outcome = await forEach(userId, range, { filter: hasAddress, change: removeAddress, hasTime });
        if (outcome !== 'done') return outcome;
      }
      return 'done';
    },
  };
};
