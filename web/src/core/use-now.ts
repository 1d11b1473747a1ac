import { useEffect, useState } from 'react';
import { useClock } from './clock-context.tsx';

/** The current time in milliseconds since the epoch, updated every `everyMs` milliseconds while `running`. */
export const useNow = (everyMs: number, running: boolean): number => {
  const clock = useClock();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    if (!running) return undefined;
    let stop = () => {};
    const tick = () => {
      setNow(clock.now());
      stop = clock.after(everyMs, tick);
    };
    stop = clock.after(everyMs, tick);
    return () => stop();
  }, [clock, everyMs, running]);
  return now;
};
