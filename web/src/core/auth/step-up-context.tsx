import { createContext, useContext, useSyncExternalStore } from 'react';
import type { StepUp, StepUpDemand } from './step-up.ts';

/** The page's question for a fresh sign-in. */
export const StepUpContext = createContext<StepUp | null>(null);

/** The open demand, and how to end it. */
export const useStepUp = (): { readonly demand: StepUpDemand | null; readonly finish: StepUp['finish'] } => {
  const stepUp = useContext(StepUpContext);
  if (stepUp === null) throw new Error('useStepUp must be used within a StepUpContext');
  return { demand: useSyncExternalStore(stepUp.subscribe, stepUp.get), finish: stepUp.finish };
};
