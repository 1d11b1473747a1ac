import type { SecurityResponse } from '../../../../../lambdas/contract/admin/security-responses.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { ReasonDialog } from '../../../core/forms/reason-dialog.tsx';
import { RESPONSES_KEY } from '../api.ts';
import { responseTexts, securityCenterTexts } from '../texts.ts';

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
  return (
    <ReasonDialog
      title={texts.title}
      text={texts.text}
      action={texts.action}
      reload={[RESPONSES_KEY]}
      final={{ invalid_state: over, response_not_found: over }}
      failures={{ version_conflict: texts.changed }}
      change={async (reason) => {
        await api.call('security.undo-response', { params: { responseId: response.id }, body: { reason } });
        return { title: success, description: texts.done };
      }}
      onClose={onClose}
    />
  );
};
