import { createStore } from '../../lib/store.ts';

/** What the server asks of the sign-in (RFC 9470). */
export interface StepUpDemand {
  readonly assurance: 'aal1' | 'aal2';
}

/** Asks the user to confirm who they are, for every call that the server denied. */
export interface StepUp {
  /** The open demand; null while nothing is asked. */
  readonly get: () => StepUpDemand | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Resolves with whether the user confirmed. Calls that are denied at the same time share one question. */
  readonly request: (demand: StepUpDemand) => Promise<boolean>;
  /** Ends the question; also called when another tab has confirmed. */
  readonly finish: (confirmed: boolean) => void;
}

/** Creates the question, which the step-up dialog shows. */
export const createStepUp = (): StepUp => {
  const store = createStore<StepUpDemand | null>(null);
  let open: { readonly answer: Promise<boolean>; readonly resolve: (confirmed: boolean) => void } | undefined;
  return {
    get: store.get,
    subscribe: store.subscribe,
    request: (demand) => {
      if (!open) {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        open = { answer: promise, resolve };
        store.set(demand);
      } else if (demand.assurance === 'aal2') store.set(demand);
      return open.answer;
    },
    finish: (confirmed) => {
      const ended = open;
      open = undefined;
      store.set(null);
      ended?.resolve(confirmed);
    },
  };
};
