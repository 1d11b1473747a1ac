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

export interface RiskBadgeProps {
  /** 0 to 100. */
  readonly risk: number;
  /** Without it, the badge says the risk only. */
  readonly severity?: SeverityName;
}

/** The risk of an event, an alert or a pattern, in words and by color, with its severity. */
export const RiskBadge = ({ risk, severity }: RiskBadgeProps) => (
  <Badge tone={toneOf(risk)}>
    {severity === undefined ? texts.riskOnly(risk) : texts.risk(risk, texts.severities[severity])}
  </Badge>
);
