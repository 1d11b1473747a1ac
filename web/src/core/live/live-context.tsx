import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore, type ReactNode } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { useClock } from '../clock-context.tsx';
import { useConfig } from '../config-context.tsx';
import type { LiveHub, LiveTopics } from './live-hub.ts';

/** Milliseconds between two looks at what the server does not tell of at present. */
const LOOK_EVERY_MS = 30_000;
/** The same for visitors, to whom the server never tells anything: they are many, and the catalog moves slowly. */
const VISITOR_LOOKS_EVERY_MS = 300_000;

const LiveContext = createContext<LiveTopics | null>(null);

/**
 * Gives the tree the live channel, and keeps it connected while somebody is signed in. Its code is fetched then:
 * visitors need none of it.
 */
export const LiveProvider = ({ hub, children }: { readonly hub: LiveHub; readonly children: ReactNode }) => {
  const { wsUrl } = useConfig();
  const clock = useClock();
  const api = useApi();
  const queries = useQueryClient();
  const userId = useAuth().me?.id;

  useEffect(() => {
    if (wsUrl === null || userId === undefined) return undefined;
    const life = new AbortController();
    import('./start-live.ts')
      .then(({ startLive }) => startLive({ hub, url: wsUrl, clock, api, queries, userId, signal: life.signal }))
      // Without its code there is no channel, and screens go on asking.
      .catch(() => undefined);
    return () => life.abort();
  }, [hub, wsUrl, clock, api, queries, userId]);

  return <LiveContext value={hub}>{children}</LiveContext>;
};

/** The live channel. */
export const useLive = (): LiveTopics => {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('useLive must be used within a LiveProvider');
  return live;
};

/**
 * Calls `onChange` whenever the topic may have changed; no topic, no call. Answers whether the server tells of changes
 * at present: while it does not, whoever needs them must ask.
 */
export const useLiveTopic = (topic: string | null, onChange: () => void): boolean => {
  const live = useLive();
  const tell = useEffectEvent(onChange);
  useEffect(() => (topic === null ? undefined : live.subscribe(topic, () => tell())), [live, topic]);
  return useSyncExternalStore(live.watch, () => topic !== null && live.isLive(topic));
};

/**
 * Calls `onChange` whenever the topic may have changed; while the server does not tell, every half minute that the page
 * is seen, for visitors every five.
 */
export const useLiveRefresh = (topic: string | null, onChange: () => void): void => {
  const live = useLiveTopic(topic, onChange);
  const clock = useClock();
  const every = useAuth().me ? LOOK_EVERY_MS : VISITOR_LOOKS_EVERY_MS;
  const asks = topic !== null && !live;
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (!asks) return undefined;
    const wait = (): (() => void) =>
      clock.after(every, () => {
        if (!document.hidden) tell();
        stop = wait();
      });
    let stop = wait();
    return () => stop();
  }, [clock, asks, every]);
};
