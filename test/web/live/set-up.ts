import { LiveMessage } from '../../../lambdas/contract/live/live-messages.ts';
import { createLiveClient, type LiveClientOptions } from '../../../web/src/core/live/live-client.ts';
import { createLiveHub } from '../../../web/src/core/live/live-hub.ts';
import { ApiError } from '../../../web/src/lib/api/api-error.ts';
import { createFakeLiveServer, type FakeLiveServerOptions } from '../support/fake-live-server.ts';
import { createManualClock } from '../support/manual-clock.ts';

/** Milliseconds between two pings. */
export const PING_MS = 300_000;

/** Runs everything that waits for promises. */
export const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/**
 * A live client with a manual clock and a server in memory. `ticketStatus`: the status with which the server denies
 * tickets.
 */
export const setUp = (
  server: FakeLiveServerOptions = {},
  parts: Partial<LiveClientOptions> = {},
  ticketStatus?: number,
) => {
  const clock = createManualClock();
  const hub = createLiveHub();
  const far = createFakeLiveServer(server);
  const state: {
    hidden: boolean;
    tickets: number;
    lost: number;
    ticketStatus?: number | undefined;
    readonly timers: Set<object>;
  } = { hidden: false, tickets: 0, lost: 0, ticketStatus, timers: new Set() };
  const client = createLiveClient({
    hub,
    url: 'wss://stage.example/ws',
    // Tracks running timers, so that tests can check that a stopped client leaves none.
    clock: {
      now: clock.now,
      after: (ms, task) => {
        const timer = {};
        state.timers.add(timer);
        const stop = clock.after(ms, () => {
          state.timers.delete(timer);
          task();
        });
        return () => {
          state.timers.delete(timer);
          stop();
        };
      },
    },
    pingEveryMs: PING_MS,
    random: () => 0.5,
    openSocket: far.openSocket,
    fetchTicket: async () => {
      state.tickets += 1;
      if (state.ticketStatus !== undefined)
        throw new ApiError({ code: 'forbidden', title: 'No', status: state.ticketStatus });
      return `ticket-${state.tickets}`;
    },
    readMessage: (text) => LiveMessage.safeParse(JSON.parse(text)).data,
    isHidden: () => state.hidden,
    onLost: () => void (state.lost += 1),
    ...parts,
  });
  const advance = async (ms: number) => {
    await settle();
    clock.advance(ms);
    await settle();
  };
  return { clock, hub, far, state, client, advance };
};
