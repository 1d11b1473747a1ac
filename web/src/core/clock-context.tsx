import { createContext, useContext } from 'react';
import { systemClock, type Clock } from '../lib/clock.ts';

/** The clock of the application; tests provide a manual one. */
export const ClockContext = createContext<Clock>(systemClock);

/** The clock of the application. */
export const useClock = (): Clock => useContext(ClockContext);
