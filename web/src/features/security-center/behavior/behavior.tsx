import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { PATTERNS_SHOWN } from '../../../../../lambdas/contract/security/behavior-rules.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { ApiError } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { overviewQuery, patternsQuery, userNameQuery } from '../api.ts';
import styles from '../security-center.module.css';
import { falsePositiveRate } from './findings.ts';
import { PatternItem } from './pattern-item.tsx';
import { behaviorTexts as texts } from './texts.ts';
import { UserPicker } from './user-picker.tsx';

const FalsePositives = () => {
  const { data } = useQuery(overviewQuery(useApi()));
  const { title, lead } = texts.falsePositives;
  return (
    <section className={styles['section']} aria-labelledby="security-false-positives">
      <h2 id="security-false-positives">{title}</h2>
      <p className={styles['quiet']}>{lead}</p>
      {data && <p>{falsePositiveRate(data.precision)}</p>}
    </section>
  );
};

const Patterns = ({ userId, onLeave }: { readonly userId: string; readonly onLeave: () => void }) => {
  const api = useApi();
  const { data: name } = useQuery(userNameQuery(api, userId));
  const { data, error, refetch } = useQuery(patternsQuery(api, userId));
  const { patterns: words, user } = texts;
  const items = data?.items ?? [];
  const title = name === undefined ? words.untitled : words.title(name ?? user.unnamed);
  const isMissing = error instanceof ApiError && error.code === 'user_not_found';
  return (
    <section className={styles['section']} aria-labelledby="security-patterns">
      <div className={styles['bar']}>
        <h2 id="security-patterns">{title}</h2>
        <Button variant="secondary" onClick={onLeave}>
          {user.another}
        </Button>
      </div>
      {!data && isMissing && <EmptyState message={words.missing} />}
      {!data && error !== null && !isMissing && (
        <ErrorState message={words.loadFailed} onRetry={() => void refetch()} />
      )}
      {!data && error === null && <LoadingState label={words.loading} />}
      {data && !data.consent && (
        <Notice>
          <p>{words.noConsent}</p>
        </Notice>
      )}
      {data?.consent === true && items.length === 0 && <EmptyState message={words.empty} />}
      {items.length > 0 && (
        <ol className={styles['list']} aria-label={title}>
          {items.map((pattern) => (
            <PatternItem key={pattern.id} pattern={pattern} />
          ))}
        </ol>
      )}
      {items.length === PATTERNS_SHOWN && <p className={styles['quiet']}>{words.newest(PATTERNS_SHOWN)}</p>}
    </section>
  );
};

const USER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How users behave, as their browsers report it. The chosen user is in the address. */
export const BehavioralAnalysis = () => {
  const [search, setSearch] = useSearchParams();
  const named = search.get('user') ?? '';
  const choose = (userId: string | null) => {
    const next = new URLSearchParams(search);
    if (userId === null) next.delete('user');
    else next.set('user', userId);
    setSearch(next, { preventScrollReset: true });
  };
  return (
    <div className={styles['tab']}>
      <p className={styles['quiet']}>{texts.lead}</p>
      <Notice>
        <p>{texts.trust}</p>
      </Notice>
      <FalsePositives />
      {USER_ID.test(named) ? (
        <Patterns key={named} userId={named} onLeave={() => choose(null)} />
      ) : (
        <section className={styles['section']} aria-labelledby="security-user">
          <h2 id="security-user">{texts.user.title}</h2>
          <p className={styles['quiet']}>{texts.user.choose}</p>
          <UserPicker onChoose={choose} />
        </section>
      )}
    </div>
  );
};
