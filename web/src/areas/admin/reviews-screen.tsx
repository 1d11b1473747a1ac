import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { SafetyOutcome } from '../../../../lambdas/contract/admin/safety-shapes.ts';
import { liveTopics } from '../../../../lambdas/contract/live/live-topics.ts';
import { useAuth } from '../../core/auth/auth-context.tsx';
import { useLiveRefresh } from '../../core/live/live-context.tsx';
import { paths } from '../../core/paths.ts';
import { refreshReviews, type ReviewFilter } from '../../features/safety/api.ts';
import { ReviewList } from '../../features/safety/review-list.tsx';
import { ReviewPanel } from '../../features/safety/review-panel.tsx';
import styles from '../../features/safety/safety.module.css';
import { safetyTexts as texts } from '../../features/safety/texts.ts';
import { buttonClass } from '../../ui/actions/button.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { AdminScreen } from './admin-screen.tsx';
import { EvidencePlayer } from './evidence-player.tsx';

const play = (contentId: string, seconds: number) => (
  <EvidencePlayer key={`${contentId} ${seconds}`} contentId={contentId} seconds={seconds} />
);

/** Titles whose findings staff decide about. The address can name one of them. */
export const ReviewsScreen = () => {
  const isAdmin = useAuth().role === 'admin';
  const [params, setParams] = useSearchParams();
  const [list, setList] = useState<ReviewFilter['list']>('flagged');
  const [filter, setFilter] = useState<ReviewFilter['filter']>();
  const [current, setCurrent] = useState<string | null>(null);
  const [asked, setAsked] = useState<SafetyOutcome | null>(null);
  const linked = params.get('item');
  const queries = useQueryClient();
  // Every verdict, decision and appeal changes its content item.
  useLiveRefresh(liveTopics.content, () => void refreshReviews(queries));
  const open = (id: string | null) => {
    if (linked !== null) setParams({}, { replace: true });
    setCurrent(id);
  };
  return (
    <AdminScreen
      title={texts.title}
      lead={texts.lead}
      actions={
        isAdmin && (
          <Link to={paths.adminSafetyPolicy} className={buttonClass({ variant: 'secondary' })}>
            {texts.policy.title}
          </Link>
        )
      }
    >
      {linked !== null && (
        <ReviewPanel
          key={linked}
          contentId={linked}
          standalone
          asked={asked}
          onAsk={setAsked}
          onDecided={() => setParams({}, { replace: true })}
          player={(seconds) => play(linked, seconds)}
        />
      )}
      <div className={styles['filters']}>
        <SelectField
          label={texts.show}
          value={list}
          onChange={(event) => {
            setList(event.target.value as ReviewFilter['list']);
            setFilter(undefined);
          }}
        >
          {(['flagged', 'unknown'] as const).map((name) => (
            <option key={name} value={name}>
              {texts.lists[name]}
            </option>
          ))}
        </SelectField>
        {list === 'flagged' && (
          <SelectField
            label={texts.filter}
            value={filter ?? ''}
            onChange={(event) => setFilter((event.target.value || undefined) as ReviewFilter['filter'])}
          >
            <option value="">{texts.filters.all}</option>
            {(['review', 'blocked', 'appealed'] as const).map((name) => (
              <option key={name} value={name}>
                {texts.filters[name]}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <ReviewList key={`${list} ${filter}`} list={list} filter={filter} current={current} onOpen={open} player={play} />
    </AdminScreen>
  );
};
