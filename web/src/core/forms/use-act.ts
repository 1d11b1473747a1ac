import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { refreshQueries } from '../api/refresh-queries.ts';
import { useToast } from '../toast/toast-context.tsx';
import type { ToastContent } from '../toast/toast-store.ts';

/** Errors after which a change cannot succeed any more, with what to say then. */
export type FinalErrors = Readonly<Partial<Record<string, ToastContent>>>;

export interface ActOptions {
  /** What the change may have changed; also reloaded after an error, because the list may be outdated. */
  readonly reload: readonly QueryKey[];
  /** After these errors, the form is closed. */
  readonly final: FinalErrors;
  /** What to say in the form after these errors; others say it themselves. */
  readonly failures?: Readonly<Partial<Record<string, string>>>;
  /** A toast for all other errors, in addition to what the form says. */
  readonly failed?: ToastContent;
  readonly onClose: () => void;
}

/** Makes a change from a form. `failure` says why the last one failed and can be tried again. */
export const useAct = ({ reload, final, failures = {}, failed, onClose }: ActOptions) => {
  const queries = useQueryClient();
  const { show } = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** `change` makes the change and returns what to say about its success. */
  const act = async (change: () => Promise<ToastContent>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const outcome = await change().then(
      (said) => ({ said, why: null }),
      (error: unknown) => {
        const code = error instanceof ApiError ? error.code : '';
        const message = failures[code] ?? (error instanceof Error ? error.message : String(error));
        return { said: final[code], why: message };
      },
    );
    await Promise.all(reload.map((key) => refreshQueries(queries, key)));
    setBusy(false);
    if (!outcome.said) {
      setFailure(outcome.why);
      if (failed) show(failed);
      return;
    }
    show(outcome.said);
    onClose();
  };
  return { act, busy, failure };
};
