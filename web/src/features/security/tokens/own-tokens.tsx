import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { SmartToken } from '../../../../../lambdas/contract/security/smart-tokens.ts';
import { TOKENS_SHOWN } from '../../../../../lambdas/contract/security/token-rules.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { lazyPart } from '../../../core/lazy-part.tsx';
import { tokenFacts, tokenTones } from '../../../core/security/token-facts.ts';
import { tokenTexts } from '../../../core/security/token-texts.ts';
import { TokenTrust } from '../../../core/security/token-trust.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { LoadingState } from '../../../ui/feedback/loading-state.tsx';
import { OWN_TOKENS_KEY, ownTokensQuery } from '../api.ts';
import styles from '../security.module.css';
import type { Credentials } from './credentials.ts';
import { ownTokenTexts as texts } from './texts.ts';

const CreateDialog = lazyPart(
  () => import('./create-dialog.tsx'),
  'CreateDialog',
  ({ onClose }) => onClose(),
);
// Required: without it, the credentials of a token that exists would be lost.
const ReadyDialog = lazyPart(() => import('./ready-dialog.tsx'), 'ReadyDialog');
const RevokeDialog = lazyPart(
  () => import('../../../core/security/revoke-dialog.tsx'),
  'RevokeDialog',
  ({ onClose }) => onClose(),
);

const { revoke, states } = tokenTexts;

const TokenItem = ({ token, onRevoke }: { readonly token: SmartToken; readonly onRevoke: () => void }) => (
  <li>
    <div className={styles['about']}>
      <p className={styles['event']}>
        <strong>{token.name}</strong>
        <Badge tone={tokenTones[token.state]}>{states[token.state]}</Badge>
      </p>
      {tokenFacts(token).map((fact) => (
        <p key={fact} className={styles['note']}>
          {fact}
        </p>
      ))}
      <TokenTrust token={token} />
    </div>
    {token.state === 'active' && (
      <Button variant="secondary" aria-label={revoke.of(token.name)} onClick={onRevoke}>
        {revoke.action}
      </Button>
    )}
  </li>
);

type Open =
  | { readonly kind: 'create' }
  | { readonly kind: 'ready'; readonly credentials: Credentials }
  | { readonly kind: 'revoke'; readonly token: SmartToken };

/** The user's own smart tokens, newest first, with a button that creates one. */
export const OwnTokens = () => {
  const api = useApi();
  const { data, error, refetch } = useQuery(ownTokensQuery(api));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const items = data?.items ?? [];
  return (
    <>
      {!data && (error ? <ErrorState message={texts.loadFailed} onRetry={() => void refetch()} /> : <LoadingState />)}
      {data && items.length === 0 && <p>{texts.empty}</p>}
      {items.length > 0 && (
        <ul className={styles['factors']} aria-label={texts.list}>
          {items.map((token) => (
            <TokenItem key={token.id} token={token} onRevoke={() => setOpen({ kind: 'revoke', token })} />
          ))}
        </ul>
      )}
      {items.length === TOKENS_SHOWN && <p className={styles['note']}>{texts.newest(TOKENS_SHOWN)}</p>}
      <div className={styles['actions']}>
        <Button variant="secondary" onClick={() => setOpen({ kind: 'create' })}>
          {texts.create.open}
        </Button>
      </div>
      <Suspense>
        {open?.kind === 'create' && (
          <CreateDialog onCreated={(credentials) => setOpen({ kind: 'ready', credentials })} onClose={close} />
        )}
        {open?.kind === 'ready' && <ReadyDialog credentials={open.credentials} onClose={close} />}
        {open?.kind === 'revoke' && (
          <RevokeDialog
            token={open.token}
            hint={revoke.ownHint}
            reload={[OWN_TOKENS_KEY]}
            revoke={(reason) =>
              api.call('tokens.revoke-token', { params: { tokenId: open.token.id }, body: { reason } })
            }
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
};
