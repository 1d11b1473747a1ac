import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import type { ToastContent } from '../../core/toast/toast-store.ts';
import { ApiError } from '../../lib/api/api-error.ts';

/** Errors after which a change cannot succeed any more, with what to say then. */
export type FinalErrors = Readonly<Partial<Record<string, ToastContent>>>;

export interface ActOptions {
  /** What the change may have changed; also reloaded after an error, because the list may be outdated. */
  readonly reload: readonly QueryKey[];
  /** After these errors, the form is closed. */
  readonly final: FinalErrors;
  /** What to say in the form after these errors; others say it themselves. */
  readonly failures: Readonly<Partial<Record<string, string>>>;
  readonly onClose: () => void;
}

/** Makes a change of the security center. `failure` says why the last one failed and can be tried again. */
export const useAct = ({ reload, final, failures, onClose }: ActOptions) => {
  const queries = useQueryClient();
  const { show } = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** `change` makes the change and returns what to say about its success. */
  const act = async (change: () => Promise<ToastContent>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const outcome = await change().then(
      (said) => ({ said, failed: null }),
      (error: unknown) => {
        const code = error instanceof ApiError ? error.code : '';
        const message = failures[code] ?? (error instanceof Error ? error.message : String(error));
        return { said: final[code], failed: message };
      },
    );
    await Promise.all(reload.map((key) => refreshQueries(queries, key)));
    setBusy(false);
    if (!outcome.said) {
      setFailure(outcome.failed);
      return;
    }
    show(outcome.said);
    onClose();
  };
  return { act, busy, failure };
};
