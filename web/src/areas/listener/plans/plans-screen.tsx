import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { premiumPlans } from '../../../../../lambdas/contract/people/plans.ts';
import type { Plan } from '../../../../../lambdas/contract/shared.ts';
import { useAuth } from '../../../core/auth/auth-context.tsx';
import { paths } from '../../../core/paths.ts';
import { BillingNotices } from '../../../features/billing/billing-notices.tsx';
import { PlanAction } from '../../../features/billing/plan-action.tsx';
import { useBilling } from '../../../features/billing/use-billing.ts';
import { useSubscription } from '../../../features/billing/use-subscription.ts';
import { PlanContact } from '../../../features/plans/plan-contact.tsx';
import { PlanGrid } from '../../../features/plans/plan-grid.tsx';
import { planTexts } from '../../../features/plans/texts.ts';
import { Button, buttonClass } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { PageTitle } from '../../../ui/layout/page/page-title.tsx';
import styles from './plans-screen.module.css';
import { TitleOffer } from './title-offer.tsx';

const playsPremium = (plan: Plan | undefined): boolean => premiumPlans.some((one) => one === plan);

/**
 * The four plans and the subscription. With the title that a user could not play in the address, it returns to the
 * title as soon as the user's plan includes it.
 */
export const PlansScreen = () => {
  const { me } = useAuth();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const contentId = params.get('content');
  const { subscription, error, retry, refresh } = useSubscription((after, before) => {
    if (contentId !== null && playsPremium(after.plan) && !playsPremium(before.plan))
      void navigate(paths.playOf(contentId), { replace: true });
  });
  const path = `${pathname}${search}`;
  const billing = useBilling({ path, returnTo: contentId === null ? path : paths.playOf(contentId), refresh });
  const plan = subscription?.plan ?? me?.plan;
  return (
    <div className={styles['screen']}>
      <PageTitle title={planTexts.title} />
      <h1 tabIndex={-1}>{planTexts.title}</h1>
      {subscription?.buying !== 'off' && <p className={styles['lead']}>{planTexts.lead}</p>}
      {contentId !== null && <TitleOffer contentId={contentId} included={playsPremium(plan)} />}
      {subscription && <BillingNotices subscription={subscription} billing={billing} />}
      {subscription?.buying === 'off' && <PlanContact />}
      {error && (
        <Notice tone="danger" title={planTexts.unavailableTitle} alert>
          <p>{error.message}</p>
          <div>
            <Button variant="secondary" onClick={retry}>
              {planTexts.retry}
            </Button>
          </div>
        </Notice>
      )}
      <PlanGrid
        heading="h2"
        actionOf={(shown) => (
          <PlanAction
            plan={shown}
            knownPlan={me?.plan}
            subscription={subscription}
            loading={error === null}
            billing={billing}
          />
        )}
      />
      <Link to={paths.streaming} className={buttonClass({ variant: 'secondary', size: 'large' })}>
        {planTexts.continueFree}
      </Link>
    </div>
  );
};
