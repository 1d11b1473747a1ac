/** The state of a query, as `refetchInterval` receives it. */
export interface PolledQuery {
  readonly state: { readonly data: unknown };
}

/**
 * The interval of a query that is polled while there is data. A failed first load is not repeated, because that would
 * replace the error on the screen, and take the focus from its button.
 */
export const pollEvery =
  (ms: number) =>
  ({ state }: PolledQuery): number | false =>
    state.data === undefined ? false : ms;
