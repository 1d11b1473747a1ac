import type { FormEvent } from 'react';

/** An `onSubmit` handler that ignores further submits while one is in progress. */
export const singleSubmit =
  (submitting: boolean, submit: (event: FormEvent) => Promise<void>) =>
  (event: FormEvent): void => {
    event.preventDefault();
    if (!submitting) void submit(event);
  };
