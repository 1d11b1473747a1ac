import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ComplimentaryChoice, PersonPlan } from '../../../../lambdas/contract/admin/billing.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { refreshQueries } from '../../core/api/refresh-queries.ts';
import { meQuery } from '../../core/auth/me-query.ts';
import { useToast } from '../../core/toast/toast-context.tsx';
import { ApiError } from '../../lib/api/api-error.ts';
import { PERSON_PLANS } from './api.ts';
import { personPlanTexts as texts } from './texts.ts';

/** A change of a complimentary plan. */
export type PlanChange =
  | {
      readonly kind: 'give';
      readonly plan: ComplimentaryChoice;
      readonly until: string | null;
      readonly reason: string;
    }
  | { readonly kind: 'end'; readonly reason: string };

const failureText = (error: unknown): string => {
  if (error instanceof ApiError && error.code === 'version_conflict') return texts.newer;
  return error instanceof Error ? `${texts.failed} ${error.message}` : texts.failed;
};

/**
 * Gives or ends the complimentary plan of a user, in place of the one that is shown. `failure` says why the last change
 * was not saved; the plan is reloaded then, so that the next one replaces what is stored now.
 */
export const useChangePlan = ({ user_id: id, complimentary }: PersonPlan, onDone: () => void) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const send = async (change: PlanChange): Promise<void> => {
    const seen = complimentary?.given_at ?? null;
    if (change.kind === 'give') {
      const { plan, until, reason } = change;
      await api.call('person-plans.give-plan', { params: { id }, body: { plan, until, reason, replaces: seen } });
    } else if (seen !== null)
      await api.call('person-plans.end-plan', { params: { id }, body: { reason: change.reason, given_at: seen } });
  };

  const change = async (wanted: PlanChange): Promise<void> => {
    setBusy(true);
    setFailure(null);
    const failed = await send(wanted).then(() => null, failureText);
    await Promise.all([
      refreshQueries(queries, [PERSON_PLANS, id]),
      // The administrator may have changed their own plan.
      refreshQueries(queries, meQuery(api).queryKey),
    ]);
    setBusy(false);
    setFailure(failed);
    if (failed !== null) return;
    show({ title: texts[wanted.kind].done });
    onDone();
  };
  return { change, busy, failure };
};
