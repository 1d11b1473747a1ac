import type { LiveMessage } from '../../../../lambdas/contract/live/live-messages.ts';
import type { Clock } from '../../lib/clock.ts';
import { connectLive, type ConnectionEnd, type LiveConnection, type LiveConnectionOptions } from './live-connection.ts';
import type { LiveHub } from './live-hub.ts';
import { createTopicSync } from './topic-sync.ts';

/**
 * Upper limit, in milliseconds, of the random pause before the first reconnect; it doubles with each further one, up to
 * LONGEST_PAUSE_MS.
 */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Milliseconds after which a connection counts as good: after its loss the pauses start over. */
const GOOD_AFTER_MS = 5_000;
/** Milliseconds for which changes are collected before they are announced together. */
const GATHER_MS = 100;

const NOTHING: ReadonlySet<string> = new Set();

export interface LiveClientOptions extends Omit<LiveConnectionOptions, 'onOpen' | 'onMessage' | 'onEnd'> {
  readonly hub: LiveHub;
  /** A number from 0 up to 1, so that clients that lost their connections together do not reconnect together. */
  readonly random: () => number;
  /** Whether the page is hidden: changes are announced when it is shown again. */
  readonly isHidden: () => boolean;
  /** An open connection was lost; the server closes those of a user whose rights changed. */
  readonly onLost: () => void;
}

/** Keeps a hub connected. */
export interface LiveClient {
  /** The network is back: connects at once, or checks whether the connection survived. */
  readonly online: () => void;
  /** The page is visible again. */
  readonly shown: () => void;
  /** The user's rights or session changed: requests denied tickets and topics again. */
  readonly rightsChanged: () => void;
  /** Disconnects for good. */
  readonly stop: () => void;
}

/** Collects changed topics and announces each of them once. */
const createChanges = (clock: Clock, isHidden: () => boolean, announce: (topic: string) => void) => {
  const changed = new Set<string>();
  let stopGathering: (() => void) | undefined;
  const stop = () => {
    stopGathering?.();
    stopGathering = undefined;
  };
  const flush = () => {
    stop();
    if (isHidden()) return;
    const topics = [...changed];
    changed.clear();
    topics.forEach((topic) => announce(topic));
  };
  const add = (topic: string) => {
    changed.add(topic);
    stopGathering ??= clock.after(GATHER_MS, flush);
  };
  return { add, flush, stop };
};

/** Creates a client and connects it. */
export const createLiveClient = ({ hub, random, isHidden, onLost, ...options }: LiveClientOptions): LiveClient => {
  const { clock } = options;
  const changes = createChanges(clock, isHidden, hub.announce);
  const topics = createTopicSync(hub);
  let connection: LiveConnection | undefined;
  let losses = 0;
  let stopPause: (() => void) | undefined;
  let stopped = false;

  const onMessage = (message: LiveMessage) => {
    switch (message.type) {
      case 'subscribed': {
        const before = hub.live.get();
        hub.live.set(new Set(message.topics));
        // The server reports a topic from now on: earlier changes may have been missed.
        message.topics.filter((topic) => !before.has(topic)).forEach(changes.add);
        return topics.onAnswer();
      }
      case 'denied':
        return topics.onDenied(message.topic);
      case 'changed':
        return changes.add(message.topic);
      case 'session-ended':
        // The next call says why, and discards the session.
        return onLost();
      case 'pong':
      case 'error':
        return undefined;
    }
  };

  const onEnd = (end: ConnectionEnd, heldMs: number) => {
    disconnect();
    if (end === 'lost') onLost();
    // A denied ticket stays denied until the session or the rights change.
    if (end === 'denied' || stopped) return;
    if (heldMs >= GOOD_AFTER_MS) losses = 0;
    const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** losses);
    losses += 1;
    stopPause = clock.after(random() * ceiling, connect);
  };
  const disconnect = () => {
    stopPause?.();
    stopPause = undefined;
    connection?.dispose();
    connection = undefined;
    topics.close();
    if (hub.live.get().size > 0) hub.live.set(NOTHING);
  };
  const connect = () => {
    disconnect();
    const opened = connectLive({ ...options, onOpen: () => topics.open(opened), onMessage, onEnd });
    connection = opened;
  };

  const stopSync = hub.topics.subscribe(topics.plan);
  connect();

  return {
    online: () => {
      connection?.check();
      if (stopPause) connect();
    },
    shown: () => {
      connection?.check();
      changes.flush();
    },
    rightsChanged: () => {
      topics.clearDenied();
      if (connection) topics.plan();
      else connect();
    },
    stop: () => {
      stopped = true;
      stopSync();
      changes.stop();
      disconnect();
    },
  };
};
