import { useQuery } from '@tanstack/react-query';
import { paidPlans, planFacts } from '../../../../lambdas/contract/people/plans.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { formatCount, formatUsd } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Table } from '../../ui/layout/lists/table.tsx';
import { statsQuery } from './api.ts';
import styles from './plan-figures.module.css';
import type { StatCardsProps } from './stat-cards.tsx';
import { dashboardTexts } from './texts.ts';

const texts = dashboardTexts.plans;

const CENTS_PER_DOLLAR = 100;

const heads = [
  { label: texts.columns.plan },
  { label: texts.columns.users, className: styles['number'] },
  { label: texts.columns.paying, className: styles['number'] },
];

/** How many users have each plan, and the monthly recurring revenue, each with what it includes. */
export const PlanFigures = ({ refetchInterval }: StatCardsProps) => {
  const { data, error } = useQuery({ ...statsQuery(useApi()), refetchInterval });
  // The totals above report the same failure and offer to retry it.
  if (error !== null && data === undefined) return null;
  const plans = data?.plans;
  return (
    <section className={styles['panel']} aria-labelledby="plan-figures" aria-busy={plans === undefined}>
      <h2 id="plan-figures">{texts.title}</h2>
      <div className={styles['parts']}>
        <div className={styles['part']}>
          <h3>{texts.mrr}</h3>
          {plans ? (
            <strong className={styles['total']}>{formatUsd(plans.mrr / CENTS_PER_DOLLAR)}</strong>
          ) : (
            <Skeleton width="9rem" height="2.75rem" />
          )}
          <p className={styles['basis']}>{texts.mrrBasis}</p>
        </div>
        <div className={styles['part']}>
          <h3>{texts.table}</h3>
          {plans ? (
            <Table heads={heads} caption={texts.table} quiet className={styles['table']}>
              {(['free', ...paidPlans] as const).map((plan) => (
                <tr key={plan}>
                  <th scope="row">{planFacts[plan].name}</th>
                  <td className={styles['number']}>{formatCount(plans.users[plan])}</td>
                  <td className={styles['number']}>{formatCount(plan === 'free' ? 0 : plans.paying[plan])}</td>
                </tr>
              ))}
            </Table>
          ) : (
            <Skeleton height="12rem" />
          )}
          <p className={styles['basis']}>{texts.tableBasis}</p>
        </div>
      </div>
    </section>
  );
};
