import { Link } from 'react-router';
import { paths } from '../../core/paths.ts';
import { BudgetReport } from '../../features/analysis/budget-report.tsx';
import { analysisTexts } from '../../features/analysis/texts.ts';
import { buttonClass } from '../../ui/actions/button.tsx';
import { AdminScreen } from './admin-screen.tsx';

const texts = analysisTexts.budget;

/** What the analysis of titles has cost this month. */
export const AnalysisBudgetScreen = () => (
  <AdminScreen
    title={texts.title}
    lead={texts.lead}
    actions={
      <Link to={paths.adminSettings} className={buttonClass({ variant: 'secondary' })}>
        {texts.change}
      </Link>
    }
  >
    <BudgetReport linkTo={(id, title) => <Link to={paths.adminAnalysisOf(id)}>{title}</Link>} />
  </AdminScreen>
);
