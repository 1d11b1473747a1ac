import type { SecurityAlert } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { ReasonForm } from '../../../core/forms/reason-form.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { ALERTS_KEY, OVERVIEW_KEY } from '../api.ts';
import { alertTexts, securityCenterTexts } from '../texts.ts';
import { useAct } from '../use-act.ts';

const texts = alertTexts.acknowledge;
const { error } = securityCenterTexts;

export interface AlertDialogProps {
  readonly alert: SecurityAlert;
  readonly onClose: () => void;
}

/** Acknowledges an alert with a reason. */
export const AcknowledgeDialog = ({ alert, onClose }: AlertDialogProps) => {
  const api = useApi();
  const { act, busy, failure } = useAct({
    reload: [ALERTS_KEY, OVERVIEW_KEY],
    final: {
      invalid_state: { title: error, description: texts.already, variant: 'destructive' },
      alert_not_found: { title: error, description: alertTexts.missing, variant: 'destructive' },
    },
    failures: { version_conflict: alertTexts.changed },
    onClose,
  });
  const acknowledge = async (reason: string) => {
    await api.call('security.acknowledge-alert', { params: { alertId: alert.id }, body: { reason } });
    return { title: securityCenterTexts.success, description: texts.done };
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
        onSubmit={(reason) => void act(() => acknowledge(reason))}
      />
    </Dialog>
  );
};
