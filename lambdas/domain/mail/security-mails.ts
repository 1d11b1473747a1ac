import type { AlertRuleName } from '../../contract/admin/security-rules.ts';
import type { StoredAlert } from '../security/alert.ts';
import type { Mail } from './mail.ts';

/** What each rule found, as the beginning of a sentence. */
const found: Readonly<Record<AlertRuleName, string>> = {
  failed_logins: 'Sign-ins were not completed',
  high_risk: 'Something with a high risk happened',
  concurrent_sessions: 'A sign-in found too many sessions',
  suspicious_patterns: 'Many calls were rejected',
  behavior_anomalies: 'What a browser counted of a user is unusual',
};

/** The email to administrators about a security alert. It names no user. */
export const securityAlertMail = (
  site: string,
  { alert_type: rule, severity, count }: Pick<StoredAlert, 'alert_type' | 'severity' | 'count'>,
): Mail => ({
  subject: `Soundstage security alert: ${severity}`,
  intro:
    `${found[rule]}. The rule "${rule}" raised an alert of ${severity} severity, ` +
    `with ${count} event${count === 1 ? '' : 's'} when this email was sent.`,
  link: { text: 'Open the security center', url: `${site.replace(/\/$/, '')}/admin/security` },
  outro: 'You get this email because you are an administrator.',
});
