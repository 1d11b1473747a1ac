import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { planFacts } from '../../../../../lambdas/contract/people/plans.ts';
import { useClock } from '../../../core/clock-context.tsx';
import { paths } from '../../../core/paths.ts';
import { clearReturnAddress, readReturnAddress } from '../../../features/billing/return-channel.ts';
import { returnTexts } from '../../../features/billing/return-texts.ts';
import { useReturn, type ReturnKind, type ReturnOutcome } from '../../../features/billing/use-return.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { PageAnnouncer } from '../../../ui/feedback/announcer.tsx';
import { MessagePage } from '../../../ui/layout/page/message-page.tsx';

/** Milliseconds for which the outcome is shown before the window closes. */
const CLOSE_AFTER_MS = 2_000;

const kindOf = (params: URLSearchParams): ReturnKind => {
  if (params.has('canceled')) return 'canceled';
  return params.has('portal') ? 'portal' : 'checkout';
};

/** Outcomes after which the user has nothing to do here. */
const isOver = (outcome: ReturnOutcome): boolean =>
  outcome === 'bought' || outcome === 'changed' || outcome === 'canceled';

/**
 * Where the payment page returns. Shows what the server knows about the payment. Then it closes its window; in a tab
 * that was led to the payment page, it returns to where the user was.
 */
export const BillingReturnScreen = () => {
  const clock = useClock();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [returnTo] = useState(readReturnAddress);
  const { outcome, subscription, retry } = useReturn(kindOf(params));
  /** Whether the browser ignored the request to close the window. */
  const [stays, setStays] = useState(false);
  const goBack = () => {
    clearReturnAddress();
    void navigate(returnTo ?? paths.plans, { replace: true });
  };
  const leave = useEffectEvent(() => {
    if (returnTo !== null) return goBack();
    window.close();
    setStays(true);
  });
  const over = isOver(outcome);
  const closes = over && returnTo === null && !stays;
  useEffect(() => (over ? clock.after(CLOSE_AFTER_MS, () => leave()) : undefined), [over, clock]);

  const [title, text] = {
    checking: [returnTexts.checking, returnTexts.checkingText],
    bought: [returnTexts.bought(planFacts[subscription?.plan ?? 'free'].name), ''],
    rejected: [returnTexts.rejected, returnTexts.rejectedText],
    changed: [returnTexts.changed, ''],
    canceled: [returnTexts.canceled, returnTexts.canceledText],
    pending: [returnTexts.pending, returnTexts.pendingText],
    failed: [returnTexts.failed, returnTexts.failedText],
  }[outcome];
  return (
    <MessagePage title={title ?? ''} text={[text, closes && returnTexts.closes].filter(Boolean).join(' ')}>
      <PageAnnouncer message={outcome === 'checking' ? '' : (title ?? '')} />
      {outcome === 'failed' && <Button onClick={retry}>{returnTexts.retry}</Button>}
      {returnTo === null && !stays ? (
        <Button variant="secondary" onClick={() => window.close()}>
          {returnTexts.close}
        </Button>
      ) : (
        <Button variant="secondary" onClick={goBack}>
          {returnTexts.goBack}
        </Button>
      )}
    </MessagePage>
  );
};
