import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { BudgetView } from '../../../../lambdas/contract/content/analysis.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { NextPage } from '../../ui/layout/lists/next-page.tsx';
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

/** Sums of a month. The limits are those of today, so they are shown for the current month alone. */
const Sums = ({ budget, isCurrent }: { readonly budget: BudgetView; readonly isCurrent: boolean }) => (
  <dl className={styles['facts']}>
    {[
      [texts.spent, dollarsOf(budget.spent_usd)],
      [texts.reserved, dollarsOf(budget.reserved_usd)],
      ...(isCurrent
        ? [
            [texts.limit, dollarsOf(budget.limit_month_usd)],
            [texts.limitTitle, dollarsOf(budget.limit_title_usd)],
          ]
        : []),
      [texts.skips, String(budget.skips)],
    ].map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Months that can be chosen: as many as the budget's records are kept. */
const MONTHS = 12;

/** The last months in UTC, such as `2026-11`, the current one first. */
const lastMonths = (): readonly string[] => {
  const now = new Date();
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  );
};

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

interface MonthProps {
  /** The chosen month, such as `2026-11`; undefined for the current one. */
  readonly month: string | undefined;
  readonly onMonth: (month: string | undefined) => void;
}

const MonthField = ({ month, months, onMonth }: MonthProps & { readonly months: readonly string[] }) => (
  <SelectField
    label={texts.month}
    value={month ?? months[0]}
    onChange={({ target: { value } }) => onMonth(value === months[0] ? undefined : value)}
  >
    {months.map((one) => (
      <option key={one} value={one}>
        {monthName.format(new Date(`${one}-01T00:00:00.000Z`))}
      </option>
    ))}
  </SelectField>
);

interface Props extends MonthProps {
  /** Renders the link to a title. */
  readonly linkTo: (contentId: string, title: string) => ReactNode;
}

const MonthReport = ({ linkTo, month }: Pick<Props, 'linkTo' | 'month'>) => {
  const list = useInfiniteQuery(budgetQuery(useApi(), month));
  const { data, error, refetch } = list;
  const [budget] = data?.pages ?? [];
  if (error !== null && !data) return <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />;
  if (!data || !budget) return <LoadingState label={texts.loading} />;
  const titles = data.pages.flatMap(({ items }) => items);
  return (
    <>
      <Sums budget={budget} isCurrent={month === undefined} />
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
    </>
  );
};

/** What the analysis has cost in a month, by title, and what was skipped. Without that month, shows the current one. */
export const BudgetReport = ({ linkTo, month, onMonth }: Props) => {
  const [months] = useState(lastMonths);
  const chosen = months.slice(1).find((one) => one === month);
  return (
    <div className={styles['report']}>
      <MonthField month={chosen} months={months} onMonth={onMonth} />
      <MonthReport linkTo={linkTo} month={chosen} />
    </div>
  );
};
