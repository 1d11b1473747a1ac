import type { SecurityResponse } from '../../../../../lambdas/contract/admin/security-responses.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { ReasonForm } from '../../../core/forms/reason-form.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { RESPONSES_KEY } from '../api.ts';
import { responseTexts, securityCenterTexts } from '../texts.ts';
import { useAct } from '../use-act.ts';

const texts = responseTexts.undo;
const { error, success } = securityCenterTexts;

/** Ends the effect of a response, with a reason. */
export const UndoDialog = ({
  response,
  onClose,
}: {
  readonly response: SecurityResponse;
  readonly onClose: () => void;
}) => {
  const api = useApi();
  const over = { title: error, description: texts.over, variant: 'destructive' } as const;
  const { act, busy, failure } = useAct({
    reload: [RESPONSES_KEY],
    final: { invalid_state: over, response_not_found: over },
    failures: { version_conflict: texts.changed },
    onClose,
  });
  const undo = async (reason: string) => {
    await api.call('security.undo-response', { params: { responseId: response.id }, body: { reason } });
    return { title: success, description: texts.done };
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title}
      description={texts.text}
    >
      <ReasonForm
        action={texts.action}
        busy={busy}
        failure={failure}
        onSubmit={(reason) => void act(() => undo(reason))}
      />
    </Dialog>
  );
};
