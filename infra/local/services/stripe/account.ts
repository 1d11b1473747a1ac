import { missing } from './errors.ts';
import { createEvent } from './objects/event.ts';
import type { StripeState } from './state.ts';
import type { StripeEvent, StripeObject, TestClock } from './types.ts';

/** The API request that causes changes. */
export interface CurrentRequest {
  readonly id: string;
  readonly idempotency_key: string | null;
}

/** The account: its objects, its time and its events. */
export interface StripeAccount {
  readonly state: StripeState;
  /** Origin of the API and of the hosted pages. */
  readonly origin: string;
  /** Seconds since the epoch, by a test clock or by the account's own time. */
  now(testClock?: string | null): number;
  /** Runs a task at an earlier time of a clock, to catch up. */
  at(testClock: string | null, seconds: number, task: () => void): void;
  /** Runs a task on behalf of a request. */
  during<T>(request: CurrentRequest, task: () => T): T;
  add<T extends StripeObject>(object: T): T;
  find<T extends StripeObject>(kind: T['object'], id: string | null | undefined): T | undefined;
  /** @throws StripeApiError `resource_missing` */
  require<T extends StripeObject>(kind: T['object'], id: string, param?: string): T;
  /** Newest first. */
  list<T extends StripeObject>(kind: T['object']): T[];
  /** Publishes an event with the object as it is now. */
  emit(type: string, object: StripeObject, previous?: Readonly<Record<string, unknown>>): void;
  /** Changes fields and publishes the event if any value differs. */
  update<T extends StripeObject>(object: T, changes: Partial<T>, type?: string): void;
}

/** Sets fields and returns the previous values of those that differ. */
const change = <T extends StripeObject>(object: T, changes: Partial<T>): Record<string, unknown> => {
  const previous: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(changes)) {
    const before = object[name];
    if (JSON.stringify(before) === JSON.stringify(value)) continue;
    previous[name] = structuredClone(before) ?? null;
    (object as StripeObject)[name] = value;
  }
  return previous;
};

/** What the API calls an object in errors. */
const nameOf = (kind: string): string => kind.replace('test_helpers.', '').replaceAll('.', ' ').replaceAll('_', ' ');

/** Options of the account. */
export interface AccountOptions {
  readonly state: StripeState;
  readonly origin: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Called with each new event. */
  readonly onEvent: (event: StripeEvent) => void;
}

/** Creates the account of a state. */
export const createAccount = ({ state, origin, now, onEvent }: AccountOptions): StripeAccount => {
  let request: CurrentRequest | undefined;
  let replayed: { readonly clock: string | null; readonly seconds: number } | undefined;
  const account: StripeAccount = {
    state,
    origin,
    now(testClock = null) {
      if (replayed?.clock === testClock) return replayed.seconds;
      const clock = testClock === null ? undefined : account.find<TestClock>('test_helpers.test_clock', testClock);
      return clock ? clock.frozen_time : Math.floor(now() / 1000) + state.offset;
    },
    at(clock, seconds, task) {
      const outer = replayed;
      replayed = { clock, seconds };
      try {
        task();
      } finally {
        replayed = outer;
      }
    },
    during(current, task) {
      request = current;
      try {
        return task();
      } finally {
        request = undefined;
      }
    },
    add(object) {
      state.objects.set(object.id, object);
      return object;
    },
    find<T extends StripeObject>(kind: T['object'], id: string | null | undefined) {
      const found = state.objects.get(id ?? '');
      // The ID's object has this kind, and kinds and types correspond.
      return found?.object === kind ? (found as T) : undefined;
    },
    require<T extends StripeObject>(kind: T['object'], id: string, param = 'id') {
      const found = account.find<T>(kind, id);
      if (!found || found['deleted'] === true) throw missing(nameOf(kind), id, param);
      return found;
    },
    list: <T extends StripeObject>(kind: T['object']) =>
      [...state.objects.values()].filter((object) => object.object === kind).reverse() as T[],
    emit(type, object, previous) {
      const clock = typeof object['test_clock'] === 'string' ? object['test_clock'] : null;
      const event = createEvent({ type, object, previous, request, created: account.now(clock) });
      account.add(event);
      onEvent(event);
    },
    update(object, changes, type) {
      const previous = change(object, changes);
      if (type !== undefined && Object.keys(previous).length > 0) account.emit(type, object, previous);
    },
  };
  return account;
};
