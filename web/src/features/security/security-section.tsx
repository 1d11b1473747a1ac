import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { lazyPart } from '../../core/lazy-part.tsx';
import type { Factor } from '../../../../lambdas/contract/people/factors.ts';
import { useApi } from '../../core/api/api-context.tsx';
import { canUsePasskeys } from '../../lib/auth/passkeys.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../ui/feedback/loading-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { factorsQuery } from './api.ts';
import type { FactorQuestion } from './factor-dialogs.tsx';
import styles from './security.module.css';
import { securityTexts } from './texts.ts';
import { useFactorAction } from './use-factor-action.ts';

const texts = securityTexts.section;

const FactorDialogs = lazyPart(
  () => import('./factor-dialogs.tsx'),
  'FactorDialogs',
  ({ onQuestion }) => onQuestion(null),
);

const nameOf = ({ factor_type: type, name, hint = '' }: Factor): string => {
  if (type === 'phone') return texts.phone(hint);
  return type === 'totp' ? texts.totp : name === '' ? texts.unnamed : name;
};

const FactorItem = ({
  factor,
  onAsk,
}: {
  readonly factor: Factor;
  readonly onAsk: (question: FactorQuestion) => void;
}) => {
  const { id, factor_type: type, created_at: added } = factor;
  const name = nameOf(factor);
  return (
    <li>
      <div className={styles['about']}>
        <p>{name}</p>
        <p className={styles['note']}>
          {[...(type === 'passkey' ? [texts.passkey] : []), ...(added ? [texts.added(formatDate(added))] : [])].join(
            ' · ',
          )}
        </p>
      </div>
      <div className={styles['actions']}>
        {type === 'passkey' && (
          <Button
            variant="secondary"
            aria-label={texts.renameOf(name)}
            onClick={() => onAsk({ kind: 'rename', id, name: factor.name })}
          >
            {texts.rename}
          </Button>
        )}
        <Button
          variant="secondary"
          aria-label={texts.removeOf(name)}
          onClick={() => onAsk({ kind: 'remove', id, name, type })}
        >
          {texts.remove}
        </Button>
      </div>
    </li>
  );
};

export interface SecuritySectionProps {
  /** In the profile, it is below the heading of the dialog. @default h3 */
  readonly heading?: 'h2' | 'h3';
  /** What follows below the factors. */
  readonly children?: ReactNode;
}

/** The user's second factors and passkeys. */
export const SecuritySection = ({ heading: Heading = 'h3', children }: SecuritySectionProps) => {
  const query = useQuery(factorsQuery(useApi()));
  const { api, busy, failure, run } = useFactorAction();
  const [question, setQuestion] = useState<FactorQuestion | null>(null);

  const content = () => {
    if (!query.data)
      return query.error ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : (
        <LoadingState />
      );
    const { items, recovery_codes: left, passkeys_offered: offered, setup_wanted: wanted, current_level } = query.data;
    const has = (wantedType: Factor['factor_type']) => items.some(({ factor_type: type }) => type === wantedType);
    const hasTotp = has('totp');
    const hasCodes = items.length > 0;
    const startTotp = async () => {
      const setup = await run('totp', () => api.call('factors.start-totp', {}));
      if (setup) setQuestion({ kind: 'totp', setup });
    };
    const newCodes = async () => {
      const created = await run('codes', () => api.call('factors.create-recovery-codes', {}));
      if (created) setQuestion({ kind: 'codes', codes: created.recovery_codes });
    };
    return (
      <>
        <p className={styles['note']}>{texts.level[current_level]}</p>
        {wanted && (
          <Notice tone="warning">
            <p>{texts.setUpWanted}</p>
          </Notice>
        )}
        {items.length === 0 ? (
          <p>{texts.none}</p>
        ) : (
          <ul className={styles['factors']} aria-label={texts.list}>
            {items.map((factor) => (
              <FactorItem key={factor.id} factor={factor} onAsk={setQuestion} />
            ))}
          </ul>
        )}
        {failure !== null && (
          <Notice tone="danger">
            <p>{failure}</p>
          </Notice>
        )}
        <div className={styles['actions']}>
          <Button variant="secondary" busy={busy === 'totp'} onClick={() => void startTotp()}>
            {hasTotp ? texts.replaceTotp : texts.addTotp}
          </Button>
          {query.data.phones_offered && !has('phone') && (
            <Button variant="secondary" onClick={() => setQuestion({ kind: 'phone' })}>
              {texts.addPhone}
            </Button>
          )}
          {offered && canUsePasskeys() && (
            <Button variant="secondary" onClick={() => setQuestion({ kind: 'add' })}>
              {texts.addPasskey}
            </Button>
          )}
          {hasCodes && (
            <Button variant="secondary" busy={busy === 'codes'} onClick={() => void newCodes()}>
              {texts.newCodes}
            </Button>
          )}
        </div>
        {hasCodes && <p className={styles['note']}>{texts.codesLeft(left)}</p>}
      </>
    );
  };

  return (
    <section className={styles['section']} aria-labelledby="security-heading">
      <Heading id="security-heading">{texts.title}</Heading>
      {content()}
      {children}
      {question && (
        <Suspense>
          <FactorDialogs question={question} onQuestion={setQuestion} />
        </Suspense>
      )}
    </section>
  );
};
