import type { TraceKind } from '../../contract/people/sign-in-events.ts';
import { batchesOf } from '../../domain/batches.ts';
import { eventRanges, eventsOf, type EventRange } from '../admin/security-event-repository.ts';
import { patternsOf } from '../security/behavior-entity.ts';
import type { StoredItem } from '../table/entity.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import type { Expression, PageRequest } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import { readHold } from './legal-hold-repository.ts';

/** Events of a page, and concurrent writes. */
const PAGE = 500;
const AT_ONCE = 25;

const hasAddress: Expression = { expression: 'attribute_exists(#ip)', names: { '#ip': 'ip_address' } };

/** Items that were created up to a time (milliseconds). */
const createdUpTo = (at: number): Expression => ({
  expression: '#created <= :at',
  names: { '#created': 'created_at' },
  values: { ':at': new Date(at).toISOString() },
});

/** Where items of a user are from which something is removed. */
type TracePlace = Omit<PageRequest, 'limit' | 'descending' | 'startKey'>;

const placesOf = (userId: string, kind: TraceKind, stored: number | undefined): readonly TracePlace[] => {
  const { views, others } = eventRanges(stored);
  const inEvents = (range: EventRange): TracePlace => ({ index: 'gsi1', partition: eventsOf(userId), ...range });
  if (kind === 'address') return [others, views].map((range) => ({ ...inEvents(range), filter: hasAddress }));
  const patterns = { partition: patternsOf(userId), consistent: true };
  return [inEvents(views), stored === undefined ? patterns : { ...patterns, filter: createdUpTo(stored) }];
};

/** What is removed of a user, and for how long. */
export interface TraceRemoval {
  readonly kind: TraceKind;
  /** Only what was stored up to then (milliseconds). @default all */
  readonly stored?: number | undefined;
  /** Whether there is time for more. */
  readonly hasTime: () => boolean;
}

/** How a removal ended. `held`: a legal hold keeps what is left. `stopped`: there was no time for all. */
export type RemovalOutcome = 'done' | 'held' | 'stopped';

export type ConsentedTraces = ReturnType<typeof createConsentedTraces>;

/** What is stored only by consent, and removed when that is withdrawn. Numbers refer to access-patterns.md. */
export const createConsentedTraces = (table: Table) => {
  const deleteItem = ({ pk, sk }: StoredItem): Promise<void> => table.delete({ pk, sk });
  /** The event may have expired meanwhile, and must not be stored again. */
  const removeAddress = ({ pk, sk }: StoredItem): Promise<void> =>
    ignoreConditionFailed(table.update({ pk, sk }, { set: { ip_address: undefined } }, hasAddress));

  const forEach = async (
    userId: string,
    place: TracePlace,
    change: (item: StoredItem) => Promise<void>,
    hasTime: () => boolean,
  ): Promise<RemovalOutcome> => {
    for await (const items of table.pages({ ...place, limit: PAGE, descending: false })) {
      if (items.length > 0 && (await readHold(table, userId))) return 'held';
      for (const batch of batchesOf(items, AT_ONCE)) {
        if (!hasTime()) return 'stopped';
        await Promise.all(batch.map(change));
      }
    }
    return 'done';
  };

  return {
    /**
     * CN5. Deletes behavioral patterns, the anomalies found in them and the loads of the site, or removes the addresses
     * from events. Can be repeated: what was removed is not found again. Before each page that contains something,
     * checks that no legal hold applies: LH1.
     */
    async remove(userId: string, { kind, stored, hasTime }: TraceRemoval): Promise<RemovalOutcome> {
      const change = kind === 'behavior' ? deleteItem : removeAddress;
      for (const place of placesOf(userId, kind, stored)) {
        const outcome = await forEach(userId, place, change, hasTime);
        if (outcome !== 'done') return outcome;
      }
      return 'done';
    },
  };
};
