import { Suspense } from 'react';
import type { Subscription } from '../../../../lambdas/contract/people/billing.ts';
import { lazyPart } from '../../core/lazy-part.tsx';
import type { Billing } from './use-billing.ts';

// Most subscriptions have nothing to say.
const BillingNoticeList = lazyPart(() => import('./billing-notice-list.tsx'), 'BillingNoticeList', 'inline');

const hasNotices = ({ next, cancels_at: ends, next_plan: plan, trial }: Subscription): boolean =>
  next !== null || ends !== null || plan !== null || trial.ends_at !== null || trial.rejected;

/** What happens next with the subscription, and what the user must do for it. */
export const BillingNotices = (props: { readonly subscription: Subscription; readonly billing: Billing }) =>
  hasNotices(props.subscription) && (
    <Suspense fallback={null}>
      <BillingNoticeList {...props} />
    </Suspense>
  );
