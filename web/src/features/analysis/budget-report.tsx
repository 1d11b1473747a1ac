import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BudgetView } from '../../../../lambdas/contract/content/analysis.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { NextPage } from '../../ui/layout/next-page.tsx';
import styles from './analysis.module.css';
import { budgetQuery } from './api.ts';
import { dollarsOf, nameOf } from './format.ts';
import { ResultTable } from './result-table.tsx';
import { analysisTexts } from './texts.ts';

const texts = analysisTexts.budget;

type TitleRow = BudgetView['items'][number];

const Skipped = ({ skipped }: Pick<TitleRow, 'skipped'>) =>
  skipped.length === 0 ? (
    texts.nothingSkipped
  ) : (
    <ul>
      {skipped.map(({ step, limit, usd, at }) => (
        <li key={`${step} ${at}`}>{texts.skippedStep(nameOf(step), limit, dollarsOf(usd))}</li>
      ))}
    </ul>
  );

const Sums = ({ budget }: { readonly budget: BudgetView }) => (
  <dl className={styles['facts']}>
    {[
      [texts.spent, dollarsOf(budget.spent_usd)],
      [texts.reserved, dollarsOf(budget.reserved_usd)],
      [texts.limit, dollarsOf(budget.limit_month_usd)],
      [texts.limitTitle, dollarsOf(budget.limit_title_usd)],
      [texts.skips, String(budget.skips)],
    ].map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** What the analysis has cost this month, by title, and what was skipped. `linkTo` renders the link to a title. */
export const BudgetReport = ({ linkTo }: { readonly linkTo: (contentId: string, title: string) => ReactNode }) => {
  const list = useInfiniteQuery(budgetQuery(useApi()));
  const { data, error, refetch } = list;
  const [budget] = data?.pages ?? [];
  if (error !== null && !data) return <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data || !budget) return <LoadingState label={texts.loading} />;
  const titles = data.pages.flatMap(({ items }) => items);
  return (
    <div className={styles['report']}>
      <Sums budget={budget} />
      <section className={styles['section']} aria-labelledby="budget-titles">
        <h2 id="budget-titles">{texts.titles}</h2>
        {titles.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <ResultTable heads={[texts.nameOfTitle, texts.spent, texts.reserved, texts.skipped]}>
            {titles.map(({ content_id: id, title, spent_usd: spent, reserved_usd: reserved, skipped }) => (
              <tr key={id}>
                <td className={styles['wrap']}>{title === null ? texts.deleted : linkTo(id, title)}</td>
                <td>{dollarsOf(spent)}</td>
                <td>{dollarsOf(reserved)}</td>
                <td>
                  <Skipped skipped={skipped} />
                </td>
              </tr>
            ))}
          </ResultTable>
        )}
        <NextPage list={list} label={texts.more} failed={texts.moreFailed} />
      </section>
    </div>
  );
};
