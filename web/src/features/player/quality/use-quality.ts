import { useEffect } from 'react';
import type { Purpose } from '../../../../../lambdas/contract/people/consent.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useClock } from '../../../core/clock-context.tsx';
import { whenIdle } from '../../../lib/when-idle.ts';
import type { PlayerOfPage } from './start-quality.ts';

/**
 * Reports how well titles play while the user allows it. When they withdraw or sign out, it stops at once. Without the
 * consent, the code is not even loaded.
 */
export const useQuality = (allowed: readonly Purpose[] | null, player: PlayerOfPage): void => {
  const api = useApi();
  const clock = useClock();
  const isAllowed = allowed?.includes('analytics') === true;

  useEffect(() => {
    if (!isAllowed) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    const start = async () => {
      const { startQuality } = await import('./start-quality.ts');
      if (!isOver) stop = startQuality(api, clock, player);
    };
    // Without its code, nothing is measured; the next visit tries again.
    const cancel = whenIdle(() => void start().catch(() => undefined));
    return () => {
      isOver = true;
      cancel();
      stop?.();
    };
  }, [api, clock, isAllowed, player]);
};
