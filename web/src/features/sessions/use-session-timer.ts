import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { useClock } from '../../core/clock-context.tsx';
import { createSessionTimer, type SessionTimer } from './session-timer.ts';
import { openTabChannel } from './tab-channel.ts';

/** What counts as activity (specification, section 4), and a started playback. Requests of the page do not. */
const ACTIVITY = ['mousedown', 'mousemove', 'keydown', 'scroll', 'touchstart', 'play'] as const;

/** Milliseconds after loading at which the session is checked first (specification, section 9). */
const FIRST_CHECK_MS = 2_000;

/** Runs the time limit of the session. Returns when it ends while that is soon. */
export const useSessionTimer = ({ onExpired }: { readonly onExpired: () => void }) => {
  const api = useApi();
  const clock = useClock();
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const timer = useRef<SessionTimer>(null);
  const expire = useEffectEvent(onExpired);

  useEffect(() => {
    const remaining = (call: Promise<{ readonly expires_in: number }>): Promise<number | undefined> =>
      call.then(
        ({ expires_in: seconds }) => seconds * 1000,
        // The API client reports a session that is over. Without a network, the timer continues.
        () => undefined,
      );
    const created = createSessionTimer({
      clock,
      ask: () => remaining(api.call('sessions.get-current', {})),
      report: (by) => remaining(api.call('sessions.record-activity', { body: { by } })),
      notifyTabs: (ms) => channel.send(ms),
      onWarning: setEndsAt,
      onExpired: () => expire(),
    });
    const channel = openTabChannel(created.heard);
    const stopFirst = clock.after(FIRST_CHECK_MS, () => void created.check());
    const onVisible = () => {
      if (!document.hidden) void created.check();
    };
    // In the capture phase, because `scroll` and `play` do not bubble.
    for (const name of ACTIVITY) document.addEventListener(name, created.active, { capture: true, passive: true });
    document.addEventListener('visibilitychange', onVisible);
    timer.current = created;
    return () => {
      stopFirst();
      created.stop();
      channel.close();
      for (const name of ACTIVITY) document.removeEventListener(name, created.active, { capture: true });
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [api, clock]);

  return { endsAt, extend: async () => (await timer.current?.extend()) ?? false };
};
