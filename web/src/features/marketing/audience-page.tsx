import { Check, CloudCog, Gauge, HardDrive, ListMusic, ListTree, ScrollText, Upload, UsersRound } from 'lucide-react';
import { Link } from 'react-router';
import { planFacts } from '../../../../lambdas/contract/people/plans.ts';
import { paths } from '../../core/paths.ts';
import { formatUsd } from '../../lib/format.ts';
import { buttonClass } from '../../ui/actions/button.tsx';
import { PageTitle } from '../../ui/layout/page/page-title.tsx';
import styles from './audience-page.module.css';
import { Claims } from './claims.tsx';
import { audienceTexts, type AudienceTexts } from './texts.ts';

const icons = {
  account: CloudCog,
  storage: HardDrive,
  quality: Gauge,
  people: UsersRound,
  record: ScrollText,
  upload: Upload,
  steps: ListTree,
  playlist: ListMusic,
};

/** The marketing page for one audience, with its plan. */
export const AudiencePage = ({ texts }: { readonly texts: AudienceTexts }) => {
  const { eyebrow, headline, lead, plan, benefits, benefitsTitle } = texts;
  const { name, priceUsd, period, description, features } = planFacts[plan];
  return (
    <>
      <PageTitle title={eyebrow} />
      <section className={styles['hero']} aria-labelledby="audience-heading">
        <div className={styles['inner']}>
          <p className={styles['eyebrow']}>{eyebrow}</p>
          <h1 id="audience-heading" tabIndex={-1} className={styles['headline']}>
            {headline}
          </h1>
          <p className={styles['lead']}>{lead}</p>
          <div className={styles['actions']}>
            <Link to={paths.streaming} className={buttonClass({ size: 'large' })}>
              {audienceTexts.toDashboard}
            </Link>
            <Link to={paths.plans} className={buttonClass({ variant: 'secondary', size: 'large' })}>
              {audienceTexts.toPlans}
            </Link>
          </div>
          <Claims />
        </div>
      </section>
      <div className={styles['body']}>
        <section aria-labelledby="benefits-heading">
          <h2 id="benefits-heading" className={styles['title']}>
            {benefitsTitle}
          </h2>
          <ul className={styles['benefits']}>
            {benefits.map(({ icon, title, text }) => {
              const Icon = icons[icon];
              return (
                <li key={title}>
                  <Icon aria-hidden size={24} />
                  <h3>{title}</h3>
                  <p>{text}</p>
                </li>
              );
            })}
          </ul>
        </section>
        <section className={styles['plan']} aria-labelledby="plan-heading">
          <p className={styles['eyebrow']}>{audienceTexts.planTitle}</p>
          <h2 id="plan-heading">{name}</h2>
          <p className={styles['price']}>
            <strong>{formatUsd(priceUsd)}</strong> {audienceTexts.per(period)}
          </p>
          <p>{description}</p>
          <ul>
            {features.map((feature) => (
              <li key={feature}>
                <Check aria-hidden size={16} />
                {feature}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
};
