import type { AlertLabel, SecurityAlert } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { useAct } from '../../../core/forms/use-act.ts';
import { formatZonedTime } from '../../../lib/format.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { SelectField } from '../../../ui/forms/field.tsx';
import { ALERTS_KEY, OVERVIEW_KEY } from '../api.ts';
import styles from '../security-center.module.css';
import { alertTexts as texts, securityCenterTexts } from '../texts.ts';

const LABELS = Object.keys(texts.labels) as AlertLabel[];
const { error, subjects, success } = securityCenterTexts;

/** What a person found out about an alert. A choice is saved immediately. */
export const LabelField = ({ alert }: { readonly alert: SecurityAlert }) => {
  const api = useApi();
  const { act, busy, failure } = useAct({
    reload: [ALERTS_KEY, OVERVIEW_KEY],
    final: { alert_not_found: { title: error, description: texts.missing, variant: 'destructive' } },
    failures: { version_conflict: texts.changed },
    onClose: () => undefined,
  });
  const save = async (label: AlertLabel) => {
    await api.call('security.label-alert', { params: { alertId: alert.id }, body: { label } });
    return { title: success, description: texts.labelSaved };
  };
  const { label } = alert;
  return (
    <div className={styles['label']}>
      <SelectField
        label={texts.label}
        value={label?.value ?? ''}
        disabled={busy}
        hint={label ? texts.labeledBy(label.by_name ?? subjects.deletedUser, formatZonedTime(label.at)) : undefined}
        onChange={({ target }) => void act(() => save(target.value as AlertLabel))}
      >
        {!label && <option value="">{texts.unlabeled}</option>}
        {LABELS.map((each) => (
          <option key={each} value={each}>
            {texts.labels[each]}
          </option>
        ))}
      </SelectField>
      {failure !== null && (
        <Notice tone="danger" alert>
          <p>
            {texts.labelFailed} {failure}
          </p>
        </Notice>
      )}
    </div>
  );
};
