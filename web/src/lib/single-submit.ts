import type { FormEvent } from 'react';

/** An `onSubmit` that ignores a second press while the first is under way. */
export const singleSubmit =
  (submitting: boolean, submit: (event: FormEvent) => Promise<void>) =>
  (event: FormEvent): void => {
    event.preventDefault();
    if (!submitting) void submit(event);
  };
