import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import type { ApiClient } from '../../lib/api/api-client.ts';
import type { Clock } from '../../lib/clock.ts';
import { meQuery } from '../auth/me-query.ts';
import { createLiveClient } from './live-client.ts';
import type { LiveSocket, SocketEvents } from './live-connection.ts';
import type { LiveHub } from './live-hub.ts';

export interface StartLiveOptions {
  readonly hub: LiveHub;
  /** Absolute URL of the channel. */
  readonly url: string;
  readonly clock: Clock;
  readonly api: ApiClient;
  readonly queries: QueryClient;
  /** Id of the signed-in user. */
  readonly userId: string;
  /** Closes the channel. */
  readonly signal: AbortSignal;
}

const openSocket = (url: string, { onOpen, onText, onClose }: SocketEvents): LiveSocket => {
  const socket = new WebSocket(url);
  socket.onopen = onOpen;
  socket.onmessage = ({ data }) => onText(String(data));
  socket.onclose = onClose;
  return {
    send: (text) => socket.send(text),
    close: () => {
      socket.onmessage = socket.onclose = null;
      // Closed before it is open, a socket leaves a warning in the console.
      socket.onopen = () => socket.close();
      if (socket.readyState !== WebSocket.CONNECTING) socket.close();
    },
  };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Keeps a user's live channel connected until the signal aborts. Reloads the user's record whenever the user's rights
 * may have changed. Rejects when the contract can't be loaded.
 */
export const startLive = async ({ hub, url, clock, api, queries, userId, signal }: StartLiveOptions): Promise<void> => {
  // Not imported statically: a shared module becomes a chunk of its own, which the first API call would wait for.
  const { LIVE_PING_SECONDS, LiveMessage } = await import('../../lib/api/api-contract.ts');
  if (signal.aborted) return;
  const me = meQuery(api);
  const readMe = () => void queries.invalidateQueries({ queryKey: me.queryKey });
  const client = createLiveClient({
    hub,
    // Browsers accept `http:` URLs for WebSockets only since 2024.
    url: url.replace(/^http/, 'ws'),
    clock,
    pingEveryMs: LIVE_PING_SECONDS * 1_000,
    random: Math.random,
    openSocket,
    fetchTicket: async (abort) => (await api.call('live.create-ticket', {}, { signal: abort })).ticket,
    readMessage: (text) => LiveMessage.safeParse(parseJson(text)).data,
    isHidden: () => document.hidden,
    onLost: readMe,
  });
  const stopListening = hub.subscribe(liveTopics.user(userId), readMe);

  // Observes the session's query without loading anything itself.
  const observer = new QueryObserver(queries, { ...me, enabled: false });
  const rights = () => {
    const { data, error } = observer.getCurrentResult();
    return JSON.stringify([data?.role, data?.plan, error === null]);
  };
  let before = rights();
  const stopObserving = observer.subscribe(() => {
    const now = rights();
    if (now !== before) client.rightsChanged();
    before = now;
  });

  const onVisibility = () => {
    if (!document.hidden) client.shown();
  };
  window.addEventListener('online', client.online);
  document.addEventListener('visibilitychange', onVisibility);
  signal.addEventListener('abort', () => {
    window.removeEventListener('online', client.online);
    document.removeEventListener('visibilitychange', onVisibility);
    stopObserving();
    stopListening();
    client.stop();
  });
};
