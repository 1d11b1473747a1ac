import { createStore, type Store } from '../../lib/store.ts';

/** The live channel as screens see it. */
export interface LiveTopics {
  /**
   * Calls `onChange` when the topic changed, or when changes may have been missed. Returns a function that
   * unsubscribes.
   */
  readonly subscribe: (topic: string, onChange: () => void) => () => void;
  /** Whether the server reports changes of the topic at present; while it does not, callers must poll. */
  readonly isLive: (topic: string) => boolean;
  /** Calls `listener` when a result of `isLive` may have changed. */
  readonly watch: (listener: () => void) => () => void;
}

/** Connects screens with the connection. It is small enough for the first screen, and works without a connection. */
export interface LiveHub extends LiveTopics {
  /** Topics with subscribers. */
  readonly topics: Pick<Store<readonly string[]>, 'get' | 'subscribe'>;
  /** Topics whose changes the server reports. */
  readonly live: Store<ReadonlySet<string>>;
  /** Notifies the subscribers of a topic. */
  readonly announce: (topic: string) => void;
}

/** Creates a hub without a connection. */
export const createLiveHub = (): LiveHub => {
  const listeners = new Map<string, Set<() => void>>();
  const topics = createStore<readonly string[]>([]);
  const live = createStore<ReadonlySet<string>>(new Set());
  return {
    topics,
    live,
    watch: live.subscribe,
    isLive: (topic) => live.get().has(topic),
    announce: (topic) => [...(listeners.get(topic) ?? [])].forEach((listener) => listener()),
    subscribe: (topic, onChange) => {
      // Wrapped, so that two subscriptions with the same function count as two.
      const listener = () => onChange();
      const subscribed = listeners.get(topic) ?? new Set();
      subscribed.add(listener);
      if (subscribed.size === 1) {
        listeners.set(topic, subscribed);
        topics.set([...listeners.keys()]);
      }
      return () => {
        if (!subscribed.delete(listener) || subscribed.size > 0) return;
        listeners.delete(topic);
        topics.set([...listeners.keys()]);
      };
    },
  };
};
