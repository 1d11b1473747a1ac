import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { OwnAppeal, SafetyCategory, SafetyNotice } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { useToast } from '../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../core/unsaved/unsaved-changes.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatMoment } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { isVersionConflict, noticeQuery, ownFrameQuery, refreshSafety } from './api.ts';
import { EvidenceItem } from './evidence-item.tsx';
import styles from './safety.module.css';
import { categoryNames, safetyTexts } from './texts.ts';

const texts = safetyTexts.notice;
/** Maximum length of an appeal in the contract. */
const MAX_TEXT = 500;

const failureText = (error: Error): string =>
  isVersionConflict(error) ? texts.changed : error.message || texts.failed;

interface AppealProps {
  readonly contentId: string;
  /** Of the verdict that the owner reads. */
  readonly rev: string;
}

const Appeal = ({ contentId, rev }: AppealProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  const field = useRef<HTMLTextAreaElement>(null);
  const markSaved = useUnsavedChanges(() => (field.current?.value ?? '') !== '');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (text: string) => api.call('safety.appeal', { params: { id: contentId }, body: { text, rev } }),
    onSuccess: () => {
      markSaved();
      show({ title: texts.sent });
    },
    onSettled: () => refreshSafety(queries),
  });
  const send = () => {
    const text = field.current?.value.replaceAll(/\s+/g, ' ').trim() ?? '';
    if (text === '') field.current?.focus();
    else if (!isPending) mutate(text);
  };
  return (
    <>
      <TextArea
        ref={field}
        label={texts.appealText}
        hint={texts.appealHint}
        rows={2}
        maxLength={MAX_TEXT}
        error={error ? failureText(error) : undefined}
      />
      <div>
        <Button variant="secondary" busy={isPending} onClick={send}>
          {texts.appeal}
        </Button>
      </div>
    </>
  );
};

/** The rule that raised a category, in words; null when its version of the policy no longer exists. */
const ruleText = ({ category, level, rule }: SafetyNotice['raised'][number]): string | null => {
  if (!rule) return null;
  const [findings, from] =
    level === 'blocked' ? [rule.block_hits, rule.block_at ?? 0] : [rule.min_hits, rule.review_at ?? 0];
  const percent = `${Math.round(from * 100)}%`;
  return texts.rule(categoryNames[category], level, { findings, percent, seconds: rule.window_s });
};

/** Why the verdict is as it is: rules, what was not checked, the models and the evidence. */
const Reasons = ({ contentId, notice }: { readonly contentId: string; readonly notice: SafetyNotice }) => {
  const { raised, missing, problems, models, policy_version: policyVersion, evidence } = notice;
  const namesOf = (categories: readonly SafetyCategory[]) =>
    categories.map((category) => categoryNames[category]).join(', ');
  const sources = [safetyTexts.policyVersion(policyVersion), ...(models.length > 0 ? [models.join(', ')] : [])];
  return (
    <>
      {raised.length > 0 && <p>{texts.found(namesOf(raised.map(({ category }) => category)))}</p>}
      {raised.map((one) => {
        const rule = ruleText(one);
        return rule !== null && <p key={one.category}>{rule}</p>;
      })}
      {missing.length > 0 && <p>{safetyTexts.missing(namesOf(missing))}</p>}
      {problems.map(({ step, reason }) => (
        <p key={step}>{safetyTexts.problem(safetyTexts.steps[step] ?? step, reason)}</p>
      ))}
      <p className={styles['facts']}>{sources.join(' · ')}</p>
      {evidence.length > 0 && (
        <ul className={styles['evidence']} aria-label={texts.evidence}>
          {evidence.map((one) => (
            <EvidenceItem key={one.id} contentId={contentId} evidence={one} frame={ownFrameQuery} />
          ))}
        </ul>
      )}
    </>
  );
};

const appealState = ({ state, outcome, reason, answered_at: at }: OwnAppeal): string =>
  state === 'answered' && outcome !== null && at !== null
    ? texts.answered(outcome, formatMoment(at), reason ?? '')
    : texts.appealStates[state === 'superseded' ? state : 'waiting'];

const Appeals = ({ appeals }: Pick<SafetyNotice, 'appeals'>) => (
  <ul className={styles['evidence']} aria-label={texts.appeals}>
    {appeals.map((appeal) => (
      <li key={appeal.appealed_at}>
        <span>{texts.appealed(appeal.text, formatMoment(appeal.appealed_at))}</span>
        <span className={styles['facts']}>{appealState(appeal)}</span>
      </li>
    ))}
  </ul>
);

const isAnothers = (error: Error | null): boolean => error instanceof ApiError && error.code === 'content_not_found';

export interface SafetyNoticeProps {
  readonly contentId: string;
  /** Level of the heading. @default 3 */
  readonly level?: 2 | 3;
}

/**
 * What the analysis found in a title, why staff decided as they did, and the appeals, for the title's owner. Nothing
 * for others, such as moderators, who have their own screen of reviews.
 */
export const SafetyNoticeSection = ({ contentId, level = 3 }: SafetyNoticeProps) => {
  const id = useId();
  const Heading = `h${level}` as const;
  const { data, error, refetch } = useQuery(noticeQuery(useApi(), contentId));
  if (isAnothers(error)) return null;
  const content = () => {
    if (error && !data) return <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />;
    if (!data) return <LoadingState label={texts.loading} />;
    return (
      <>
        <p>{texts.text[data.verdict]}</p>
        <Reasons contentId={contentId} notice={data} />
        {data.decision !== null && <p>{texts.decided(data.decision, data.reason ?? '')}</p>}
        {data.appeals.length > 0 && <Appeals appeals={data.appeals} />}
        {data.can_appeal && <Appeal contentId={contentId} rev={data.rev} />}
      </>
    );
  };
  return (
    <section className={styles['notice']} aria-labelledby={id}>
      <Heading id={id}>{texts.heading}</Heading>
      {content()}
    </section>
  );
};
