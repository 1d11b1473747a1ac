import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ImplementationPhase } from '../../../../../lambdas/contract/security/phases.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { refreshQueries } from '../../../core/api/refresh-queries.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { PROGRAM_KEY, programQuery } from '../api.ts';
import type { PhaseAction } from './phase-rules.ts';
import { phaseTexts } from './texts.ts';

const texts = phaseTexts.toasts;

/** A step of a phase that an administrator confirms. */
export interface PhaseChange {
  readonly phase: ImplementationPhase;
  readonly action: PhaseAction;
}

/** Errors of a phase that another administrator changed, or whose metrics did. */
const CHANGED_CODES: ReadonlySet<string> = new Set(['invalid_state', 'version_conflict']);

/** Takes a step of a phase and shows its result, or the current state when it failed. */
export const usePhaseChange = () => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  return useMutation({
    mutationFn: ({ phase, action }: PhaseChange) =>
      api.call(action === 'advance' ? 'phases.advance-phase' : 'phases.update-phase', {
        params: { phase: phase.phase_number },
      }),
    onSuccess: (program, { phase: { phase_number: number }, action }) => {
      queries.setQueryData(programQuery(api).queryKey, program);
      if (program.complete) show({ title: texts.complete, description: texts.completeText });
      else if (action === 'advance') show({ title: texts.advanced, description: texts.advancedText(number) });
      else if (action === 'ready') show({ title: texts.ready, description: texts.readyText(number) });
      else show({ title: texts.updated, description: texts.updatedText(number) });
    },
    onError: (error, { action }) => {
      const why = error instanceof ApiError && CHANGED_CODES.has(error.code) ? ` ${texts.changed}` : '';
      const [title, text] =
        action === 'advance'
          ? [texts.advanceFailed, texts.advanceFailedText]
          : [texts.updateFailed, texts.updateFailedText];
      show({ title, description: `${text}${why}`, variant: 'destructive' });
      return refreshQueries(queries, PROGRAM_KEY);
    },
  });
};
