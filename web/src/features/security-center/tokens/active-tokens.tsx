import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { NamedSmartToken } from '../../../../../lambdas/contract/security/smart-tokens.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { tokenFacts } from '../../../core/security/token-facts.ts';
import { tokenTexts } from '../../../core/security/token-texts.ts';
import { TokenTrust } from '../../../core/security/token-trust.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { ACTIVE_TOKENS_KEY, activeTokensQuery } from '../api.ts';
import styles from '../security-center.module.css';
import { securityCenterTexts } from '../texts.ts';
import { activeTokenTexts as texts } from './texts.ts';

const RevokeDialog = lazyPart(
  () => import('../../../core/security/revoke-dialog.tsx'),
  'RevokeDialog',
  ({ onClose }) => onClose(),
);

const { revoke } = tokenTexts;

interface TokenItemProps {
  readonly token: NamedSmartToken;
  readonly onRevoke: () => void;
}

const TokenItem = ({ token, onRevoke }: TokenItemProps) => {
  const user = token.user_name ?? securityCenterTexts.subjects.deletedUser;
  return (
    <li className={styles['row']}>
      <div className={styles['head']}>
        <strong>{token.name}</strong>
        <span>{user}</span>
      </div>
      {tokenFacts(token).map((fact) => (
        <p key={fact} className={styles['when']}>
          {fact}
        </p>
      ))}
      <TokenTrust token={token} />
      <div className={styles['buttons']}>
        <Button variant="secondary" aria-label={revoke.of(texts.of(token.name, user))} onClick={onRevoke}>
          {revoke.action}
        </Button>
      </div>
    </li>
  );
};

/** The active smart tokens of all users. */
export const ActiveTokens = () => {
  const api = useApi();
  const { data, error, refetch } = useQuery(activeTokensQuery(api));
  const [chosen, setChosen] = useState<NamedSmartToken | null>(null);
  const items = data?.items ?? [];
  return (
    <div className={styles['tab']}>
      <p className={styles['quiet']}>{texts.lead}</p>
      {error !== null && !data && <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} />}
      {error === null && !data && <LoadingState label={texts.loading} />}
      {data && items.length === 0 && <EmptyState message={texts.empty} />}
      {items.length > 0 && (
        <>
          <ol className={styles['list']} aria-label={texts.list}>
            {items.map((token) => (
              <TokenItem key={token.id} token={token} onRevoke={() => setChosen(token)} />
            ))}
          </ol>
          <p className={styles['quiet']}>{texts.most}</p>
        </>
      )}
      <Suspense>
        {chosen && (
          <RevokeDialog
            token={chosen}
            hint={revoke.hint}
            reload={[ACTIVE_TOKENS_KEY]}
            revoke={(reason) =>
              api.call('tokens.revoke-user-token', { params: { tokenId: chosen.id }, body: { reason } })
            }
            onClose={() => setChosen(null)}
          />
        )}
      </Suspense>
    </div>
  );
};
