import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { planFacts } from '../../../../lambdas/contract/people/plans.ts';
import type { Plan } from '../../../../lambdas/contract/shared.ts';
import { classNames } from '../../lib/class-names.ts';
import { formatUsd } from '../../lib/format.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import styles from './plan-grid.module.css';
import { planTexts } from './texts.ts';

export interface PlanGridProps {
  /** Level of the headings. */
  readonly heading: 'h2' | 'h3';
  /** The button or link below a plan. */
  readonly actionOf: (plan: Plan) => ReactNode;
}

const plans = Object.keys(planFacts) as Plan[];

/** The four plans side by side. */
export const PlanGrid = ({ heading: Heading, actionOf }: PlanGridProps) => (
  <ul className={styles['grid']} aria-label={planTexts.listLabel}>
    {plans.map((plan) => {
      const { name, priceUsd, period, description, features, popular } = planFacts[plan];
      return (
        <li key={plan} className={classNames(styles['plan'], popular && styles['popular'])}>
          <div className={styles['head']}>
            <Heading className={styles['name']}>{name}</Heading>
            {popular && <Badge tone="accent">{planTexts.popular}</Badge>}
          </div>
          <p className={styles['price']}>
            <strong>{formatUsd(priceUsd)}</strong> <span>{planTexts.per(period)}</span>
          </p>
          <p className={styles['description']}>{description}</p>
          <ul className={styles['features']}>
            {features.map((feature) => (
              <li key={feature}>
                <Check aria-hidden size={16} />
                {feature}
              </li>
            ))}
          </ul>
          <div className={styles['action']}>{actionOf(plan)}</div>
        </li>
      );
    })}
  </ul>
);
