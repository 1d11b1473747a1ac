import { CDN_RULES, type CdnAlertRule } from '../../../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { CdnAlert } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import type { BadgeTone } from '../../../../ui/feedback/badge.tsx';
import { formatMs, formatPercent } from '../format.ts';
import { alertTexts } from './texts.ts';

const { above, below } = alertTexts.rules;

/** A value of a rule in its unit. */
export const formatReading = (rule: CdnAlertRule, value: number): string =>
  rule === 'response-time' ? formatMs(value) : formatPercent(value);

/** When a rule raises an alert: `above 5 %`. An old alert has the threshold of its time. */
export const conditionOf = (rule: CdnAlertRule, threshold: number = CDN_RULES[rule].threshold): string =>
  (CDN_RULES[rule].raisedBy === 'above' ? above : below)(formatReading(rule, threshold));

/** How badges of severities look. */
export const severityTones: Readonly<Record<CdnAlert['severity'], BadgeTone>> = {
  medium: 'warning',
  high: 'danger',
  critical: 'danger',
};
