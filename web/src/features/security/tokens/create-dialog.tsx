import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { TOKEN_USES } from '../../../../../lambdas/contract/security/token-rules.ts';
import type { TokenUse } from '../../../../../lambdas/contract/security/smart-tokens.ts';
import { useApi } from '../../../core/api/api-context.tsx';
import { refreshQueries } from '../../../core/api/refresh-queries.ts';
import { tokenTexts } from '../../../core/security/token-texts.ts';
import { useToast } from '../../../core/toast/toast-context.tsx';
import { useUnsavedChanges } from '../../../core/unsaved/unsaved-changes.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { SelectField, TextField } from '../../../ui/forms/field.tsx';
import { Dialog, DialogCancel } from '../../../ui/overlays/dialog.tsx';
import { OWN_TOKENS_KEY } from '../api.ts';
import styles from '../security.module.css';
import { createKeys, credentialsOf, type Credentials } from './credentials.ts';
import { ownTokenTexts } from './texts.ts';

const texts = ownTokenTexts.create;

/** Maximum length of a name in the contract. */
const MAX_NAME = 100;

interface CreateDialogProps {
  readonly onCreated: (credentials: Credentials) => void;
  readonly onClose: () => void;
}

/** Creates a token. The server may ask for a fresh sign-in first. */
const useCreateToken = (onCreated: (credentials: Credentials) => void) => {
  const api = useApi();
  const queries = useQueryClient();
  const { show } = useToast();
  return useMutation({
    mutationFn: async (wanted: { readonly name: string; readonly use: TokenUse }) => {
      const { key, publicKey } = await createKeys();
      return credentialsOf(await api.call('tokens.create-token', { body: { ...wanted, key: publicKey } }), key);
    },
    onSuccess: onCreated,
    onError: (error) => {
      const isFull = error instanceof ApiError && error.code === 'limit_reached';
      const description = isFull ? texts.tooMany : texts.failedText;
      show({ title: texts.failed, description, variant: 'destructive' });
    },
    onSettled: () => refreshQueries(queries, OWN_TOKENS_KEY),
  });
};

/** Asks for the name and the use of a new token. */
export const CreateDialog = ({ onCreated, onClose }: CreateDialogProps) => {
  const field = useRef<HTMLInputElement>(null);
  const [use, setUse] = useState<TokenUse>(TOKEN_USES[0]);
  const [missing, setMissing] = useState(false);
  const create = useCreateToken(onCreated);
  const typed = (): string => field.current?.value.trim() ?? '';
  useUnsavedChanges(() => typed() !== '' || use !== TOKEN_USES[0]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = typed();
    setMissing(name === '');
    if (name === '') field.current?.focus();
    else if (!create.isPending) create.mutate({ name, use });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={texts.title}
      description={texts.text}
    >
      <form className={styles['form']} noValidate aria-label={texts.title} onSubmit={submit}>
        <TextField
          ref={field}
          label={texts.name}
          hint={texts.nameHint}
          maxLength={MAX_NAME}
          autoComplete="off"
          error={missing ? texts.nameNeeded : undefined}
        />
        <SelectField
          label={texts.use}
          hint={texts.hints[use]}
          value={use}
          onChange={({ target }) => setUse(target.value as TokenUse)}
        >
          {TOKEN_USES.map((each) => (
            <option key={each} value={each}>
              {tokenTexts.uses[each]}
            </option>
          ))}
        </SelectField>
        <div className={styles['dialog-actions']}>
          <DialogCancel />
          <Button type="submit" busy={create.isPending}>
            {create.isPending ? texts.creating : texts.action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
