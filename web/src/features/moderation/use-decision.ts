import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { refreshModeration } from './api.ts';
import { moderationTexts as texts } from './texts.ts';

/** A decision about a playlist. `revision`: that of the reports that the administrator saw. */
export type Decision =
  { readonly kind: 'hide' | 'show'; readonly reason: string } | { readonly kind: 'dismiss'; readonly revision: number };

const failureText = (error: unknown): string => {
  if (error instanceof ApiError && error.code === 'version_conflict') return texts.newer;
  return error instanceof Error ? error.message : String(error);
};

/** Saves a decision. `failure` is the cause of the last one that failed. */
export const useDecision = ({ id, title }: { readonly id: string; readonly title: string }, onDone: () => void) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (decision: Decision): Promise<void> => {
    const params = { id };
    if (decision.kind === 'dismiss')
      await api.call('moderation.dismiss-reports', { params, body: { revision: decision.revision } });
    else {
      const key = decision.kind === 'hide' ? 'moderation.hide-playlist' : 'moderation.show-playlist';
      await api.call(key, { params, body: { reason: decision.reason } });
    }
  };

  /** Returns why it failed, or null. */
  const decide = async (decision: Decision): Promise<string | null> => {
    setBusy(true);
    setFailure(null);
    const failed = await send(decision).then(() => null, failureText);
    // Before the dialog closes and returns the focus, which must not go to a row that is about to disappear.
    await refreshModeration(queries);
    setBusy(false);
    setFailure(failed);
    if (failed === null) {
      show({ title: texts.done[decision.kind], description: title });
      onDone();
    }
    return failed;
  };
  return { decide, busy, failure };
};
