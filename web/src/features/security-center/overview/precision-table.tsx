import type { RulePrecision } from '../../../../../lambdas/contract/admin/security-alerts.ts';
import { MIN_LABELS } from '../../../../../lambdas/contract/admin/security-rules.ts';
import { formatCount } from '../../../lib/format.ts';
import { Table } from '../../../ui/layout/lists/table.tsx';
import plot from '../../../ui/plots/plot.module.css';
import { overviewTexts, securityCenterTexts } from '../texts.ts';

const texts = overviewTexts.precision;

const LABELS = Object.keys(texts.labels) as (keyof typeof texts.labels)[];
const percent = (share: number): number => Math.round(share * 100);

const precisionOf = ({ n, precision }: RulePrecision): string =>
  precision === null
    ? texts.notEnough(n, MIN_LABELS)
    : texts.value(percent(precision.value), percent(precision.low), percent(precision.high), n);

/** How often each rule was right, by the labels of its alerts. */
export const PrecisionTable = ({ rules }: { readonly rules: readonly RulePrecision[] }) => (
  <section className={plot['figure']} aria-labelledby="security-precision">
    <h2 id="security-precision">{texts.title}</h2>
    <p>{texts.lead}</p>
    <div className={plot['scroll']}>
      <Table
        caption={texts.table}
        heads={[texts.rule, ...LABELS.map((label) => texts.labels[label]), texts.precision].map((label) => ({ label }))}
        quiet
      >
        {rules.map((rule) => (
          <tr key={rule.rule}>
            <th scope="row">{securityCenterTexts.rules[rule.rule]}</th>
            {LABELS.map((label) => (
              <td key={label}>{formatCount(rule.labels[label])}</td>
            ))}
            <td>{precisionOf(rule)}</td>
          </tr>
        ))}
      </Table>
    </div>
    <p>{texts.recall}</p>
  </section>
);
