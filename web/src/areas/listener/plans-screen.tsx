import { Link } from 'react-router';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { paths } from '../../core/paths.ts';
import { PlanContact } from '../../features/plans/plan-contact.tsx';
import { PlanGrid } from '../../features/plans/plan-grid.tsx';
import { planTexts } from '../../features/plans/texts.ts';
import { Button, buttonClass } from '../../ui/actions/button.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import styles from './plans-screen.module.css';

/** The four plans, with the user's current plan marked, and whom to ask for another one. */
export const PlansScreen = () => {
  const { me } = useAuth();
  return (
    <div className={styles['screen']}>
      <PageTitle title={planTexts.title} />
      <h1 tabIndex={-1}>{planTexts.title}</h1>
      <p className={styles['lead']}>{planTexts.lead}</p>
      <PlanContact />
      <PlanGrid
        heading="h2"
        actionOf={(plan) =>
          me?.plan === plan ? (
            <Button variant="secondary" wide disabled>
              {planTexts.currentPlan}
            </Button>
          ) : null
        }
      />
      <Link to={paths.streaming} className={buttonClass({ size: 'large' })}>
        {planTexts.continueFree}
      </Link>
    </div>
  );
};
