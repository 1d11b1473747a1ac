import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { SafetyCategory, SafetyOutcome, SafetyReview } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { classNames } from '../../lib/class-names.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { frameQuery, reviewQuery } from './api.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { EvidenceItem } from './evidence-item.tsx';
import { SafetyBadge } from './safety-badge.tsx';
import styles from './safety.module.css';
import { categoryNames, safetyTexts as texts } from './texts.ts';

const namesOf = (categories: readonly SafetyCategory[]): string =>
  categories.map((category) => categoryNames[category]).join(', ');

const modelsOf = ({ models }: Pick<SafetyReview, 'models'>): string => texts.models(models.join(', '));

/** Categories whose evidence must be opened before a decision. */
const stillToOpen = ({ raised, evidence }: SafetyReview, opened: ReadonlySet<string>): readonly SafetyCategory[] =>
  raised
    .map(({ category }) => category)
    .filter((category) => !evidence.some((one) => one.category === category && opened.has(one.id)));

/** What was and was not checked. */
const Coverage = ({ review }: { readonly review: SafetyReview }) => (
  <div>
    {review.missing.length > 0 && <p>{texts.missing(namesOf(review.missing))}</p>}
    {review.problems.map(({ step, reason }) => (
      <p key={step}>{texts.problem(texts.steps[step] ?? step, reason)}</p>
    ))}
    {review.not_covered.length > 0 && (
      <p className={styles['facts']}>{texts.notCovered(namesOf(review.not_covered))}</p>
    )}
    {review.models.length > 0 && <p className={styles['facts']}>{modelsOf(review)}</p>}
  </div>
);

const Decisions = ({ decisions }: Pick<SafetyReview, 'decisions'>) => (
  <section>
    <h2>{texts.decisions}</h2>
    <ul className={styles['evidence']}>
      {decisions.map((one) => (
        <li key={one.id}>
          <span>
            {texts.decisionBy(one.outcome, one.decided_by_name ?? texts.unknownPerson, formatMoment(one.decided_at))}
          </span>
          <span className={styles['facts']}>
            {one.reason}
            {!one.is_current && ` · ${texts.earlierFile}`}
          </span>
          <span className={styles['facts']}>
            {[texts.policyVersion(one.policy_version), ...(one.models.length > 0 ? [modelsOf(one)] : [])].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </section>
);

export interface ReviewPanelProps {
  readonly contentId: string;
  /** Shows the title: the panel is not part of a list. @default false */
  readonly standalone?: boolean;
  /** The decision that a shortcut asks for; null while none is. */
  readonly asked: SafetyOutcome | null;
  readonly onAsk: (outcome: SafetyOutcome | null) => void;
  /** Called after a decision was saved. */
  readonly onDecided?: () => void;
  /** Plays the title from a second on. */
  readonly player: (seconds: number) => ReactNode;
}

/** The evidence about a title, and the decision. */
export const ReviewPanel = ({ contentId, standalone = false, asked, onAsk, onDecided, player }: ReviewPanelProps) => {
  const { data: review, error, refetch } = useQuery(reviewQuery(useApi(), contentId));
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [playAt, setPlayAt] = useState<number | null>(null);
  if (error && !review) return <ErrorState message={texts.reviewFailed} onRetry={() => void refetch()} />;
  if (!review) return <LoadingState label={texts.loading} />;
  const unopened = stillToOpen(review, opened);
  return (
    <section
      className={classNames(styles['panel'], standalone && styles['standalone'])}
      aria-label={texts.reviewOf(review.title)}
    >
      {standalone && <h2>{review.title}</h2>}
      {(standalone || review.decision !== null) && (
        <div className={styles['badges']}>
          <SafetyBadge verdict={review.verdict} decision={review.decision} />
        </div>
      )}
      {review.appeal && <Notice>{texts.appealText(review.appeal.text)}</Notice>}
      {review.stale && <Notice tone="warning">{texts.stale}</Notice>}
      <Coverage review={review} />
      <h2>{texts.evidence}</h2>
      {review.evidence.length === 0 && <p>{texts.noEvidence}</p>}
      <ul className={styles['evidence']}>
        {review.evidence.map((evidence) => (
          <EvidenceItem
            key={evidence.id}
            contentId={contentId}
            evidence={evidence}
            frame={frameQuery}
            onOpened={() => setOpened((before) => new Set([...before, evidence.id]))}
            onPlay={() => setPlayAt(evidence.from_ms / 1000)}
          />
        ))}
      </ul>
      {playAt !== null && player(playAt)}
      {review.decisions.length > 0 && <Decisions decisions={review.decisions} />}
      {unopened.length > 0 && <p role="status">{texts.toOpen(namesOf(unopened))}</p>}
      <div className={styles['buttons']}>
        <Button disabled={unopened.length > 0} onClick={() => onAsk('approved')}>
          {texts.approve}
        </Button>
        <Button variant="danger" disabled={unopened.length > 0} onClick={() => onAsk('rejected')}>
          {texts.reject}
        </Button>
      </div>
      {asked !== null && unopened.length === 0 && (
        <DecisionDialog
          review={review}
          outcome={asked}
          opened={opened}
          onClose={() => onAsk(null)}
          onDecided={() => onDecided?.()}
        />
      )}
    </section>
  );
};
