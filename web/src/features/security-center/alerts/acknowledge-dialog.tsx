import type { SecurityAlert } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { ReasonDialog } from '../../../core/forms/reason-dialog.tsx';
import { ALERTS_KEY, OVERVIEW_KEY } from '../api.ts';
import { alertTexts, securityCenterTexts } from '../texts.ts';

const { action, already, done, text, title } = alertTexts.acknowledge;
const { error, success } = securityCenterTexts;

export interface AlertDialogProps {
  readonly alert: SecurityAlert;
  readonly onClose: () => void;
}

/** Acknowledges an alert with a reason. */
export const AcknowledgeDialog = ({ alert, onClose }: AlertDialogProps) => {
  const api = useApi();
  return (
    <ReasonDialog
      title={title}
      text={text}
      action={action}
      reload={[ALERTS_KEY, OVERVIEW_KEY]}
      final={{
        invalid_state: { title: error, description: already, variant: 'destructive' },
        alert_not_found: { title: error, description: alertTexts.missing, variant: 'destructive' },
      }}
      failures={{ version_conflict: alertTexts.changed }}
      change={async (reason) => {
        await api.call('security.acknowledge-alert', { params: { alertId: alert.id }, body: { reason } });
        return { title: success, description: done };
      }}
      onClose={onClose}
    />
  );
};
