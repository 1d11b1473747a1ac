import type { SecurityResponse } from '../../../../../lambdas/contract/admin/security-responses.ts';
import type { ResponseAction } from '../../../../../lambdas/contract/admin/security-rules.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { ReasonDialog } from '../../../core/forms/reason-dialog.tsx';
import type { ToastContent } from '../../../core/toast/toast-store.ts';
import { ALERTS_KEY, RESPONSES_KEY } from '../api.ts';
import { subjectName } from '../subject.ts';
import { alertTexts, securityCenterTexts } from '../texts.ts';
import type { AlertDialogProps } from './acknowledge-dialog.tsx';

const texts = alertTexts.respond;
const { actions, error, success } = securityCenterTexts;

/** What to say about a response: the server may have made it and found that it has no effect. */
const outcomeOf = ({ action, state, error: why }: SecurityResponse): ToastContent => {
  if (state === 'failed')
    return { title: texts.failedTitle, description: why ?? texts.failedText, variant: 'destructive' };
  return {
    title: success,
    description: action === 'admin_notification' ? texts.notified : texts.done(actions[action]),
  };
};

/** Takes one of the actions that an alert proposes, with a reason. */
export const RespondDialog = ({ alert, action, onClose }: AlertDialogProps & { readonly action: ResponseAction }) => {
  const api = useApi();
  return (
    <ReasonDialog
      title={texts.title(actions[action])}
      text={texts.about(texts.effects[action], subjectName(alert))}
      action={actions[action]}
      dangerous={action === 'session_lockout'}
      reload={[RESPONSES_KEY, ALERTS_KEY]}
      final={{ alert_not_found: { title: error, description: alertTexts.missing, variant: 'destructive' } }}
      failures={{ invalid_state: texts.impossible, version_conflict: alertTexts.changed }}
      change={async (reason) =>
        outcomeOf(
          await api.call('security.respond', {
            body: { action, triggerType: alert.alert_type, alertId: alert.id, reason },
          }),
        )
      }
      onClose={onClose}
    />
  );
};
