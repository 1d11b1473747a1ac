import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useEffectEvent, useSyncExternalStore, type ReactNode } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useAuth } from '../auth/auth-context.tsx';
import { useClock } from '../clock-context.tsx';
import { useConfig } from '../config-context.tsx';
import type { LiveHub, LiveTopics } from './live-hub.ts';

/** Milliseconds between two polls while the live channel does not cover a topic. */
const POLL_EVERY_MS = 30_000;
/** The same for visitors, who have no live channel: there are many of them, and the catalog changes rarely. */
const VISITOR_POLL_EVERY_MS = 300_000;

const LiveContext = createContext<LiveTopics | null>(null);

/** Provides the live channel, and keeps it connected while a user is signed in. Visitors never load its code. */
export const LiveProvider = ({ hub, children }: { readonly hub: LiveHub; readonly children: ReactNode }) => {
  const { wsUrl } = useConfig();
  const clock = useClock();
  const api = useApi();
  const queries = useQueryClient();
  const { status, me } = useAuth();
  // A channel that is denied while the session is lost starts again after the user signed in.
  const userId = status === 'signed-in' ? me?.id : undefined;

  useEffect(() => {
    if (wsUrl === null || userId === undefined) return undefined;
    const life = new AbortController();
    import('./start-live.ts')
      .then(({ startLive }) => startLive({ hub, url: wsUrl, clock, api, queries, userId, signal: life.signal }))
      // Without its code there is no channel, and screens keep polling.
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
 * Calls `onChange` whenever the topic may have changed; never if the topic is null. Returns whether the topic is live:
 * while it is not, the caller must poll.
 */
export const useLiveTopic = (topic: string | null, onChange: () => void): boolean => {
  const live = useLive();
  const notify = useEffectEvent(onChange);
  useEffect(() => (topic === null ? undefined : live.subscribe(topic, () => notify())), [live, topic]);
  return useSyncExternalStore(live.watch, () => topic !== null && live.isLive(topic));
};

/**
 * Calls `onChange` whenever the topic may have changed. While the topic is not live, it polls: every 30 seconds while
 * the page is visible, for visitors every 5 minutes.
 */
export const useLiveRefresh = (topic: string | null, onChange: () => void): void => {
  const live = useLiveTopic(topic, onChange);
  const clock = useClock();
  const every = useAuth().me ? POLL_EVERY_MS : VISITOR_POLL_EVERY_MS;
  const polls = topic !== null && !live;
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    if (!polls) return undefined;
    const wait = (): (() => void) =>
      clock.after(every, () => {
        if (!document.hidden) notify();
        stop = wait();
      });
    let stop = wait();
    return () => stop();
  }, [clock, polls, every]);
};
