import type { LiveMessage } from '../../../../lambdas/contract/live/live-messages.ts';
import { connectLive, type ConnectionEnd, type LiveConnection, type LiveConnectionOptions } from './live-connection.ts';
import type { LiveHub } from './live-hub.ts';

/**
 * Milliseconds within which the first try after a loss falls; every further one has twice as long, up to the longest.
 */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Milliseconds after which a connection counts as good, so that its loss is a first one again. */
const HELD_MS = 5_000;
/** Milliseconds that changes are gathered before they are told: what changes together is told together. */
const GATHER_MS = 100;

const NOTHING: ReadonlySet<string> = new Set();

export interface LiveClientOptions extends Omit<LiveConnectionOptions, 'onOpen' | 'onMessage' | 'onEnd'> {
  readonly hub: LiveHub;
  /** A number from 0 up to 1, so that those who lost their connections together do not come back together. */
  readonly random: () => number;
  /** Whether nobody sees the page: changes are then told when somebody does. */
  readonly isHidden: () => boolean;
  /** An open connection was lost; the server closes those of a person whose rights changed. */
  readonly onLost: () => void;
}

/** Keeps a hub connected. */
export interface LiveClient {
  /** The network is back: tries at once, or sees whether the connection survived. */
  readonly online: () => void;
  /** Somebody looks at the page again. */
  readonly shown: () => void;
  /** The person's rights or session changed: asks again for what was refused. */
  readonly rightsChanged: () => void;
  /** Ends it for good. */
  readonly stop: () => void;
}

/** Makes a client and lets it connect. */
export const createLiveClient = ({ hub, random, isHidden, onLost, ...options }: LiveClientOptions): LiveClient => {
  const { clock } = options;
  /** Topics that the server did not grant; it is not asked for them again before the rights change. */
  const refused = new Set<string>();
  /** Topics that changed and were not told yet. */
  const changed = new Set<string>();
  let connection: LiveConnection | undefined;
  /** What the open connection was asked for; undefined while nothing is open. */
  let asked: Set<string> | undefined;
  /** One request is under way at a time: the server may answer two in any order. */
  let answerDue = false;
  let syncPlanned = false;
  let losses = 0;
  let stopPause: (() => void) | undefined;
  let stopGathering: (() => void) | undefined;
  let stopped = false;

  const tell = () => {
    stopGathering?.();
    stopGathering = undefined;
    if (isHidden()) return;
    const topics = [...changed];
    changed.clear();
    topics.forEach(hub.announce);
  };
  const note = (topic: string) => {
    changed.add(topic);
    stopGathering ??= clock.after(GATHER_MS, tell);
  };

  const sync = () => {
    syncPlanned = false;
    if (!connection || !asked || answerDue) return;
    const before = asked;
    const wanted = new Set(hub.wanted.get().filter((topic) => !refused.has(topic)));
    const added = [...wanted].filter((topic) => !before.has(topic));
    const dropped = [...before].filter((topic) => !wanted.has(topic));
    if (added.length === 0 && dropped.length === 0) return;
    answerDue = true;
    if (added.length > 0) {
      added.forEach((topic) => before.add(topic));
      connection.ask({ action: 'subscribe', topics: added });
    } else {
      asked = wanted;
      connection.ask({ action: 'unsubscribe', topics: dropped });
    }
  };
  /** Later: a screen that makes room for another may leave and enter the same topic at once. */
  const planSync = () => {
    if (syncPlanned) return;
    syncPlanned = true;
    queueMicrotask(sync);
  };

  const onMessage = (message: LiveMessage) => {
    switch (message.type) {
      case 'subscribed': {
        const before = hub.live.get();
        hub.live.set(new Set(message.topics));
        // What changed before the server began to tell of a topic, nobody told.
        message.topics.filter((topic) => !before.has(topic)).forEach(note);
        answerDue = false;
        return sync();
      }
      case 'refused':
        refused.add(message.topic);
        return void asked?.delete(message.topic);
      case 'changed':
        return note(message.topic);
      case 'pong':
      case 'error':
        return undefined;
    }
  };

  const onEnd = (end: ConnectionEnd, heldMs: number) => {
    disconnect();
    if (end === 'lost') onLost();
    // Who gets no ticket gets none a moment later either: that takes another session or other rights.
    if (end === 'refused' || stopped) return;
    if (heldMs >= HELD_MS) losses = 0;
    const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** losses);
    losses += 1;
    stopPause = clock.after(random() * ceiling, connect);
  };
  const disconnect = () => {
    stopPause?.();
    stopPause = undefined;
    connection?.dispose();
    connection = undefined;
    asked = undefined;
    answerDue = false;
    if (hub.live.get().size > 0) hub.live.set(NOTHING);
  };
  const connect = () => {
    disconnect();
    const onOpen = () => {
      asked = new Set();
      sync();
    };
    connection = connectLive({ ...options, onOpen, onMessage, onEnd });
  };

  const stopSync = hub.wanted.subscribe(planSync);
  connect();

  return {
    online: () => {
      connection?.check();
      if (stopPause) connect();
    },
    shown: () => {
      connection?.check();
      tell();
    },
    rightsChanged: () => {
      refused.clear();
      if (connection) planSync();
      else connect();
    },
    stop: () => {
      stopped = true;
      stopSync();
      stopGathering?.();
      disconnect();
    },
  };
};
