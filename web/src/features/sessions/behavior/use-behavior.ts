import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Purpose } from '../../../../../lambdas/contract/people/consent.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useClock } from '../../../core/clock-context.tsx';
import { deviceStore } from '../../../lib/storage.ts';
import { whenIdle } from '../../../lib/when-idle.ts';
import type { Behavior, PlayerOfPage } from './start-behavior.ts';
import { BEHAVIOR_KEY } from './storage-key.ts';

/**
 * Counts what the user does, while they are signed in and allow it (specification, section 4). When they withdraw or
 * sign out, it stops at once, and what was not sent is dropped. Without the consent, the code is not even loaded.
 */
export const useBehavior = (userId: string, allowed: readonly Purpose[] | null, player: PlayerOfPage): void => {
  const api = useApi();
  const clock = useClock();
  const { pathname } = useLocation();
  const running = useRef<Behavior>(undefined);
  const isAllowed = allowed?.includes('behavioral') === true;

  useEffect(() => {
    if (!isAllowed) {
      // The user withdrew in another browser.
      deviceStore.remove(BEHAVIOR_KEY);
      return undefined;
    }
    let isOver = false;
    const start = async () => {
      const { startBehavior } = await import('./start-behavior.ts');
      if (!isOver) running.current = startBehavior({ api, clock, userId, player });
    };
    // Without its code, nothing is counted; the next visit tries again.
    const cancel = whenIdle(() => void start().catch(() => undefined));
    return () => {
      isOver = true;
      cancel();
      running.current?.stop();
      running.current = undefined;
      deviceStore.remove(BEHAVIOR_KEY);
    };
  }, [api, clock, userId, isAllowed, player]);

  useEffect(() => running.current?.pageOpened(), [pathname]);
};
