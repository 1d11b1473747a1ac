import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AlertState, SecurityAlert } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { ALERTS_SHOWN } from '../../../../../lambdas/contract/admin/security-rules.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { usePagedExport } from '../../../core/api/use-paged-export.ts';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { SelectField } from '../../../ui/forms/field.tsx';
import { ALERTS_KEY, alertsQuery, useSecurityChanges } from '../api.ts';
import styles from '../security-center.module.css';
import { alertTexts as texts, securityCenterTexts } from '../texts.ts';
import { AlertItem, type Intent } from './alert-item.tsx';

const AcknowledgeDialog = lazyPart(
  () => import('./acknowledge-dialog.tsx'),
  'AcknowledgeDialog',
  ({ onClose }) => onClose(),
);
const RespondDialog = lazyPart(
  () => import('./respond-dialog.tsx'),
  'RespondDialog',
  ({ onClose }) => onClose(),
);

const STATES = Object.keys(texts.states) as AlertState[];

const ExportButton = ({ alerts }: { readonly alerts: readonly SecurityAlert[] }) => {
  const { run, exported } = usePagedExport<SecurityAlert>({
    key: ['security.export', 'alerts'],
    read: async () => ({ items: alerts, next_cursor: null }),
    texts: { ...texts, success: securityCenterTexts.success, error: securityCenterTexts.error },
  });
  return (
    <Button
      variant="secondary"
      busy={exported !== null}
      disabled={alerts.length === 0}
      onClick={() => void run(import('../export/ocsf.ts').then(({ ocsfFindings }) => ocsfFindings))}
    >
      <Download aria-hidden size={18} />
      {exported === null ? texts.exportOcsf : texts.exporting(exported)}
    </Button>
  );
};

const Panel = () => {
  const [search, setSearch] = useSearchParams();
  const state: AlertState = search.get('state') === 'acknowledged' ? 'acknowledged' : 'unacknowledged';
  const { refetchInterval } = useSecurityChanges(ALERTS_KEY);
  const { data, error, refetch } = useQuery({ ...alertsQuery(useApi(), state), refetchInterval });
  const [chosen, setChosen] = useState<{ readonly alert: SecurityAlert; readonly intent: Intent } | null>(null);
  const close = () => setChosen(null);
  const isOpen = state === 'unacknowledged';
  const alerts = data?.items ?? [];
  return (
    <div className={styles['tab']}>
      <div className={styles['bar']}>
        <SelectField
          label={texts.state}
          value={state}
          onChange={({ target }) => {
            const next = new URLSearchParams(search);
            next.set('state', target.value);
            setSearch(next, { preventScrollReset: true });
          }}
        >
          {STATES.map((each) => (
            <option key={each} value={each}>
              {texts.states[each]}
            </option>
          ))}
        </SelectField>
        <ExportButton alerts={alerts} />
      </div>
      {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {data && alerts.length === 0 && <EmptyState message={isOpen ? texts.empty : texts.emptyAcknowledged} />}
      {alerts.length > 0 && (
        <ol className={styles['list']} aria-label={texts.list}>
          {alerts.map((alert) => (
            <AlertItem key={alert.id} alert={alert} onIntent={(intent) => setChosen({ alert, intent })} />
          ))}
        </ol>
      )}
      {alerts.length === ALERTS_SHOWN && (
        <p className={styles['quiet']}>{(isOpen ? texts.newest : texts.newestAcknowledged)(ALERTS_SHOWN)}</p>
      )}
      <Suspense>
        {chosen?.intent.kind === 'acknowledge' && <AcknowledgeDialog alert={chosen.alert} onClose={close} />}
        {chosen?.intent.kind === 'respond' && (
          <RespondDialog alert={chosen.alert} action={chosen.intent.action} onClose={close} />
        )}
      </Suspense>
    </div>
  );
};

/** The security alerts. Renders nothing for users who are not administrators (specification 001, section 2). */
export const SecurityAlerts = () => (useAuth().role === 'admin' ? <Panel /> : null);
