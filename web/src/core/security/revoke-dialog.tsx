import type { QueryKey } from '@tanstack/react-query';
import type { SmartToken } from '../../../../lambdas/contract/security/smart-tokens.ts';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { tokenTexts } from './token-texts.ts';

const texts = tokenTexts.revoke;

export interface RevokeDialogProps {
  readonly token: SmartToken;
  /** Where the reason is shown and recorded. */
  readonly hint: string;
  /** The lists of tokens. */
  readonly reload: readonly QueryKey[];
  readonly revoke: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Revokes a smart token, with a reason. */
export const RevokeDialog = ({ token: { name }, hint, reload, revoke, onClose }: RevokeDialogProps) => {
  const over = { title: texts.failed, description: texts.over, variant: 'destructive' } as const;
  return (
    <ReasonDialog
      title={texts.title(name)}
      text={texts.text}
      action={texts.action}
      dangerous
      hint={hint}
      reload={reload}
      final={{ invalid_state: over, smart_token_not_found: over }}
      failed={{ title: texts.failed, description: texts.failedText, variant: 'destructive' }}
      change={async (reason) => {
        await revoke(reason);
        return { title: texts.done, description: texts.doneText(name) };
      }}
      onClose={onClose}
    />
  );
};
