import { Link, useSearchParams } from 'react-router';
import { paths } from '../../core/paths.ts';
import { BudgetReport } from '../../features/analysis/budget-report.tsx';
import { analysisTexts } from '../../features/analysis/texts.ts';
import { buttonClass } from '../../ui/actions/button.tsx';
import { AdminScreen } from './admin-screen.tsx';

const texts = analysisTexts.budget;

/** What the analysis of titles has cost in a month, which the address names unless it is the current one. */
export const AnalysisBudgetScreen = () => {
  const [search, setSearch] = useSearchParams();
  return (
    <AdminScreen
      title={texts.title}
      lead={texts.lead}
      actions={
        <Link to={paths.adminSettings} className={buttonClass({ variant: 'secondary' })}>
          {texts.change}
        </Link>
      }
    >
      <BudgetReport
        month={search.get('month') ?? undefined}
        onMonth={(month) => setSearch(month === undefined ? {} : { month }, { replace: true })}
        linkTo={(id, title) => <Link to={paths.adminAnalysisOf(id)}>{title}</Link>}
      />
    </AdminScreen>
  );
};
