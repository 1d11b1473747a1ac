import type { CdnAlertRule, DeliverySource } from '../../../../../../lambdas/contract/delivery/monitor-rules.ts';
import type { CdnOverview, FigureName } from '../../../../../../lambdas/contract/delivery/monitor.ts';
import { formatUtc } from '../format.ts';
import { monitorTexts } from '../texts.ts';
import { alertTexts } from './texts.ts';

const texts = alertTexts.rules;

/** The figure that a rule is about, and the sources that measure it: one of them is enough. */
const RULES: Readonly<
  Record<CdnAlertRule, { readonly figure: FigureName; readonly sources: readonly DeliverySource[] }>
> = {
  'error-rate': { figure: 'error_rate', sources: ['cloudwatch'] },
  'cache-hit-ratio': { figure: 'hit_ratio', sources: ['logs'] },
  'response-time': { figure: 'probe_response', sources: ['probe'] },
  availability: { figure: 'availability', sources: ['cloudwatch', 'probe'] },
};

/** Since when no source of a rule can be read; undefined while one can. */
const failedSince = (rule: CdnAlertRule, { sources }: CdnOverview): string | undefined => {
  const failures = RULES[rule].sources.map(
    (name) => sources.find(({ source }) => source === name)?.failed_since ?? undefined,
  );
  return failures.includes(undefined) ? undefined : failures.toSorted().at(-1);
};

/** The state of a rule: its open alert, and whether the rule is checked at all. Without data, no alert is raised. */
export const stateOf = (rule: CdnAlertRule, overview: CdnOverview): string => {
  const alert = overview.open_alerts.find((one) => one.rule === rule);
  const since = failedSince(rule, overview);
  const states = [
    ...(alert ? [texts.open(formatUtc(alert.created_at))] : []),
    ...(since === undefined ? [] : [texts.notChecked(formatUtc(since))]),
  ];
  if (states.length > 0) return states.join('. ');
  return overview.figures[RULES[rule].figure].value === null ? monitorTexts.noData : texts.closed;
};
