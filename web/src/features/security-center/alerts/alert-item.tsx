import { useState } from 'react';
import type { SecurityAlert } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { ALERT_RULES, type ResponseAction } from '../../../../../lambdas/contract/admin/security-rules.ts';
import { formatMoment, formatZonedTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { RiskBadge } from '../risk-badge.tsx';
import styles from '../security-center.module.css';
import { subjectName } from '../subject.ts';
import { alertTexts as texts, securityCenterTexts } from '../texts.ts';
import { EvidenceList } from './evidence-list.tsx';
import { LabelField } from './label-field.tsx';

const { actions, rules, subjects } = securityCenterTexts;

/** What an administrator wants to do about an alert. */
export type Intent = { readonly kind: 'acknowledge' } | { readonly kind: 'respond'; readonly action: ResponseAction };

interface AlertItemProps {
  readonly alert: SecurityAlert;
  readonly onIntent: (intent: Intent) => void;
}

/** The actions that the rule of an alert proposes. Those about a user need one. */
const Proposals = ({ alert, onIntent }: AlertItemProps) => {
  const subject = subjectName(alert);
  const hasUser = alert.user_id !== null;
  const proposed: readonly ResponseAction[] = ALERT_RULES[alert.alert_type].proposes;
  return (
    <div className={styles['proposals']}>
      <p className={styles['quiet']}>{texts.proposals.title}</p>
      {!hasUser && <p className={styles['quiet']}>{texts.proposals.noUser}</p>}
      <div className={styles['buttons']}>
        {proposed
          .filter((action) => hasUser || action === 'admin_notification')
          .map((action) => (
            <Button
              key={action}
              variant="secondary"
              aria-label={texts.respond.of(actions[action], subject)}
              onClick={() => onIntent({ kind: 'respond', action })}
            >
              {actions[action]}
            </Button>
          ))}
      </div>
    </div>
  );
};

/** One alert: what was found about whom, its events, and what can be done. */
export const AlertItem = ({ alert, onIntent }: AlertItemProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const { acknowledged } = alert;
  const subject = subjectName(alert);
  const name = `${rules[alert.alert_type]}, ${subject}`;
  return (
    <li className={styles['row']}>
      <div className={styles['head']}>
        <strong>{rules[alert.alert_type]}</strong>
        <RiskBadge risk={alert.risk_score} severity={alert.severity} />
        <Badge tone="outline">{texts.events(alert.count)}</Badge>
      </div>
      <p className={styles['who']}>{subject}</p>
      <p className={styles['when']}>{texts.between(formatMoment(alert.first_at), formatMoment(alert.last_at))}</p>
      {acknowledged && (
        <p className={styles['who']}>
          <span>
            {texts.acknowledgedBy(acknowledged.by_name ?? subjects.deletedUser, formatZonedTime(acknowledged.at))}
          </span>
          <span>{texts.reason(acknowledged.reason)}</span>
        </p>
      )}
      <details className={styles['details']} onToggle={({ currentTarget: { open } }) => setIsOpen(open)}>
        <summary>{texts.evidence.open}</summary>
        {isOpen && <EvidenceList alert={alert} />}
      </details>
      <LabelField alert={alert} />
      <Proposals alert={alert} onIntent={onIntent} />
      {acknowledged === null && (
        <div className={styles['buttons']}>
          <Button aria-label={texts.acknowledge.of(name)} onClick={() => onIntent({ kind: 'acknowledge' })}>
            {texts.acknowledge.action}
          </Button>
        </div>
      )}
    </li>
  );
};
