import { createContext, useContext } from 'react';
import { systemClock, type Clock } from '../lib/clock.ts';

/** The clock of the tree; tests give one that they move by hand. */
export const ClockContext = createContext<Clock>(systemClock);

/** The clock to read and wait with. */
export const useClock = (): Clock => useContext(ClockContext);
