import type { TraceKind } from '../../contract/people/sign-in-events.ts';
import { batchesOf } from '../../domain/batches.ts';
import { eventRanges, eventsOf, type EventRange } from '../admin/security-event-repository.ts';
import { playsOf } from '../history/play-repository.ts';
import { patternsOf } from '../security/behavior-entity.ts';
import { tokensOf } from '../security/smart-token-entity.ts';
import { forgetTrustPart } from '../security/smart-token-trust.ts';
import type { StoredItem } from '../table/entity.ts';
import { ignoreConditionFailed } from '../table/errors.ts';
import { both, type Expression, type PageRequest } from '../table/expressions.ts';
import type { Table } from '../table/table.ts';
import { readHold } from './legal-hold-repository.ts';

/** Events of a page, and concurrent writes. */
const PAGE = 500;
const AT_ONCE = 25;

const hasAddress: Expression = { expression: 'attribute_exists(#ip)', names: { '#ip': 'ip_address' } };
const hasQuality: Expression = { expression: 'attribute_exists(#quality)', names: { '#quality': 'quality' } };

/** Items with a time up to another one (milliseconds). */
const upTo = (attribute: 'created_at' | 'started_at', at: number): Expression => ({
  expression: '#time <= :at',
  names: { '#time': attribute },
  values: { ':at': new Date(at).toISOString() },
});

/** Where items of a user are from which something is removed. */
type TracePlace = Omit<PageRequest, 'limit' | 'descending' | 'startKey'>;

/** What happens to an item that is found. */
type Remove = (item: StoredItem) => Promise<void>;

const createPlaces = (table: Table) => {
  const deleteItem: Remove = ({ pk, sk }) => table.delete({ pk, sk });
  /** The event may have expired meanwhile, and must not be stored again. */
  const removeAddress: Remove = ({ pk, sk }) =>
    ignoreConditionFailed(table.update({ pk, sk }, { set: { ip_address: undefined } }, hasAddress));
  /** The play stays, so that its view counts once. It may have expired meanwhile too. */
  const removeQuality: Remove = ({ pk, sk }) =>
    ignoreConditionFailed(table.update({ pk, sk }, { set: { quality: undefined, forgotten: true } }, hasQuality));
  const forgetHistory: Remove = (item) => forgetTrustPart(table, item, 'history');
  const forgetLocation: Remove = (item) => forgetTrustPart(table, item, 'location');

  /** Where something of a kind is, with how it is removed there. */
  return (
    userId: string,
    kind: TraceKind,
    stored: number | undefined,
  ): readonly (readonly [place: TracePlace, remove: Remove])[] => {
    const { views, others } = eventRanges(stored);
    const upToThen = stored === undefined ? {} : { filter: upTo('created_at', stored) };
    const inEvents = (range: EventRange): TracePlace => ({ index: 'gsi1', partition: eventsOf(userId), ...range });
    const tokens: TracePlace = { index: 'gsi1', partition: tokensOf(userId), ...upToThen };
    if (kind === 'address')
      return [others, views].map((range) => [{ ...inEvents(range), filter: hasAddress }, removeAddress]);
    if (kind === 'place') return [[tokens, forgetLocation]];
    if (kind === 'playback') {
      const filter = stored === undefined ? hasQuality : both(hasQuality, upTo('started_at', stored));
      return [[{ ...playsOf(userId), consistent: true, filter }, removeQuality]];
    }
    return [
      [inEvents(views), deleteItem],
      [{ partition: patternsOf(userId), consistent: true, ...upToThen }, deleteItem],
      [tokens, forgetHistory],
    ];
  };
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
  const placesOf = createPlaces(table);

  const forEach = async (
    userId: string,
    place: TracePlace,
    remove: Remove,
    hasTime: () => boolean,
  ): Promise<RemovalOutcome> => {
    for await (const items of table.pages({ ...place, limit: PAGE, descending: false })) {
      if (items.length > 0 && (await readHold(table, userId))) return 'held';
      for (const batch of batchesOf(items, AT_ONCE)) {
        if (!hasTime()) return 'stopped';
        await Promise.all(batch.map(remove));
      }
    }
    return 'done';
  };

  return {
    /**
     * CN5. Deletes behavioral patterns, the anomalies found in them and the loads of the site, with their points in the
     * trust of smart tokens; removes the addresses from events; removes the place of the session from that trust; or
     * removes from plays how well they went, also what was added later to plays that had begun by then. Can be
     * repeated: what was removed is not found again. Before each page that contains something, checks that no legal
     * hold applies: LH1.
     */
    async remove(userId: string, { kind, stored, hasTime }: TraceRemoval): Promise<RemovalOutcome> {
      for (const [place, remove] of placesOf(userId, kind, stored)) {
        const outcome = await forEach(userId, place, remove, hasTime);
        if (outcome !== 'done') return outcome;
      }
      return 'done';
    },
  };
};
