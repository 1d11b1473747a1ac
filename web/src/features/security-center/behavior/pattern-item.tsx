import { BEHAVIOR_COUNTS, MAX_BEHAVIOR_RISK } from '../../../../../lambdas/contract/security/behavior-rules.ts';
import type { BehavioralPattern } from '../../../../../lambdas/contract/security/behavior.ts';
import { formatCount, formatMoment } from '../../../lib/format.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Facts } from '../../../ui/layout/lists/facts.tsx';
import { RiskBadge } from '../risk-badge.tsx';
import styles from '../security-center.module.css';
import { findingOf } from './findings.ts';
import { behaviorTexts } from './texts.ts';

const texts = behaviorTexts.patterns;

const Reasons = ({ pattern }: { readonly pattern: BehavioralPattern }) => {
  const { points } = pattern;
  if (points.length === 0) return <p className={styles['quiet']}>{texts.none}</p>;
  const sum = points.reduce((total, one) => total + one.points, 0);
  return (
    <>
      <ul className={styles['reasons']} aria-label={texts.reasons}>
        {points.map((one) => (
          <li key={one.rule}>
            <p className={styles['head']}>
              <span>{texts.points(texts.names.rules[one.rule], one.points)}</span>
              {one.rule === 'steady_volume' && <Badge tone="outline">{texts.bot}</Badge>}
            </p>
            <p className={styles['quiet']}>{findingOf(one, pattern)}</p>
          </li>
        ))}
      </ul>
      {sum > MAX_BEHAVIOR_RISK && <p className={styles['quiet']}>{texts.capped(MAX_BEHAVIOR_RISK)}</p>}
    </>
  );
};

/** One pattern: when, the risk, what each point came from, and on demand what was counted. */
export const PatternItem = ({ pattern }: { readonly pattern: BehavioralPattern }) => {
  const { counts, inputs } = pattern.pattern_data;
  const facts = [
    ...BEHAVIOR_COUNTS.map((count) => [texts.names.counts[count], formatCount(counts[count])] as const),
    [
      texts.inputs,
      inputs.length === 0 ? texts.noInputs : inputs.map((input) => texts.names.inputs[input]).join(', '),
    ] as const,
    [texts.session, pattern.session_id] as const,
  ];
  return (
    <li className={styles['row']}>
      <div className={styles['head']}>
        <strong>
          <time dateTime={pattern.created_at}>{formatMoment(pattern.created_at)}</time>
        </strong>
        <RiskBadge risk={pattern.risk_score} />
        {pattern.anomaly_detected && <Badge tone="danger">{texts.anomaly}</Badge>}
      </div>
      <Reasons pattern={pattern} />
      <details className={styles['details']}>
        <summary>{texts.details}</summary>
        <Facts facts={facts} />
      </details>
    </li>
  );
};
