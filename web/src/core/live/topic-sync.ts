import type { LiveConnection } from './live-connection.ts';
import type { LiveHub } from './live-hub.ts';

/** Requests the topics that screens subscribe to, over whichever connection is open. */
export interface TopicSync {
  /** A connection opened: requests every topic over it. */
  readonly open: (connection: LiveConnection) => void;
  /** The connection closed. */
  readonly close: () => void;
  /** Requests soon what changed in the hub. */
  readonly plan: () => void;
  /** The server answered the last request: the next one can be sent. */
  readonly onAnswer: () => void;
  /** The server denied a topic. It is not requested again until `clearDenied`. */
  readonly onDenied: (topic: string) => void;
  readonly clearDenied: () => void;
}

/** Creates the sync of a hub, without a connection. */
export const createTopicSync = (hub: Pick<LiveHub, 'topics'>): TopicSync => {
  const denied = new Set<string>();
  let connection: LiveConnection | undefined;
  /** Topics that were requested over the open connection. */
  let requested = new Set<string>();
  /** Only one request is pending at a time: the server may answer two in any order. */
  let pending = false;
  let planned = false;

  const sync = () => {
    planned = false;
    if (!connection || pending) return;
    const topics = new Set(hub.topics.get().filter((topic) => !denied.has(topic)));
    const added = [...topics].filter((topic) => !requested.has(topic));
    const dropped = [...requested].filter((topic) => !topics.has(topic));
    if (added.length === 0 && dropped.length === 0) return;
    pending = true;
    if (added.length > 0) {
      added.forEach((topic) => requested.add(topic));
      connection.ask({ action: 'subscribe', topics: added });
    } else {
      requested = topics;
      connection.ask({ action: 'unsubscribe', topics: dropped });
    }
  };

  return {
    open: (opened) => {
      connection = opened;
      sync();
    },
    close: () => {
      connection = undefined;
      requested = new Set();
      pending = false;
    },
    // Deferred: when one screen replaces another, the same topic may be left and entered at once.
    plan: () => {
      if (planned) return;
      planned = true;
      queueMicrotask(sync);
    },
    onAnswer: () => {
      pending = false;
      sync();
    },
    onDenied: (topic) => {
      denied.add(topic);
      requested.delete(topic);
    },
    clearDenied: () => denied.clear(),
  };
};
