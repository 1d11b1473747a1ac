import { createStore, type Store } from '../../lib/store.ts';

/** What screens see of the live channel: topics that they listen to. */
export interface LiveTopics {
  /**
   * Calls `onChange` when the server says that the topic changed, or when changes may have been missed; the answer ends
   * it.
   */
  readonly subscribe: (topic: string, onChange: () => void) => () => void;
  /** Whether the server tells of the topic at present; who needs it reads again and again while it does not. */
  readonly isLive: (topic: string) => boolean;
  /** Calls `listener` when an answer of `isLive` may have changed. */
  readonly watch: (listener: () => void) => () => void;
}

/**
 * The middle between screens and connection: small enough for the first screen, and all there is while nothing is
 * connected.
 */
export interface LiveHub extends LiveTopics {
  /** Topics that somebody listens to. */
  readonly wanted: Pick<Store<readonly string[]>, 'get' | 'subscribe'>;
  /** Topics that the server tells of. */
  readonly live: Store<ReadonlySet<string>>;
  /** Tells the listeners of a topic. */
  readonly announce: (topic: string) => void;
}

/** Makes a hub without a connection. */
export const createLiveHub = (): LiveHub => {
  const listeners = new Map<string, Set<() => void>>();
  const wanted = createStore<readonly string[]>([]);
  const live = createStore<ReadonlySet<string>>(new Set());
  return {
    wanted,
    live,
    watch: live.subscribe,
    isLive: (topic) => live.get().has(topic),
    announce: (topic) => [...(listeners.get(topic) ?? [])].forEach((tell) => tell()),
    subscribe: (topic, onChange) => {
      // A function of its own, so that two who give the same one count as two.
      const tell = () => onChange();
      const told = listeners.get(topic) ?? new Set();
      told.add(tell);
      if (told.size === 1) {
        listeners.set(topic, told);
        wanted.set([...listeners.keys()]);
      }
      return () => {
        if (!told.delete(tell) || told.size > 0) return;
        listeners.delete(topic);
        wanted.set([...listeners.keys()]);
      };
    },
  };
};
