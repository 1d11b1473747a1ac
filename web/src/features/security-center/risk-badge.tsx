import type { SeverityName } from '../../../../lambdas/contract/admin/security-kinds.ts';
import { Badge, type BadgeTone } from '../../ui/feedback/badge.tsx';
import { securityCenterTexts as texts } from './texts.ts';

/** From these risks, a badge is red or yellow (specification 001, section 9). */
const RED = 70;
const YELLOW = 40;

const toneOf = (risk: number): BadgeTone => {
  if (risk >= RED) return 'danger';
  return risk >= YELLOW ? 'warning' : 'neutral';
};

/** The risk and severity of an event or an alert, in words and by color. */
export const RiskBadge = ({ risk, severity }: { readonly risk: number; readonly severity: SeverityName }) => (
  <Badge tone={toneOf(risk)}>{texts.risk(risk, texts.severities[severity])}</Badge>
);
