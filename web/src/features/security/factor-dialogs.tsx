import type { Factor, NewPasskey } from '../../../../lambdas/contract/people/factors.ts';
import { createPasskey } from '../../lib/auth/passkeys.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { PhoneDialog } from './phone-dialog.tsx';
import { securityTexts } from './texts.ts';
import { TotpDialog } from './totp-dialog.tsx';
import { useFactorAction } from './use-factor-action.ts';

const { name: nameTexts, removal } = securityTexts;

/** What the security section asks the user. */
export type FactorQuestion =
  | { readonly kind: 'totp'; readonly setup: { readonly secret: string; readonly uri: string } }
  | { readonly kind: 'phone' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'add' }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'remove'; readonly id: string; readonly name: string; readonly type: Factor['factor_type'] };

/** The dialogs of the security section. */
export const FactorDialogs = ({
  question,
  onQuestion,
}: {
  readonly question: FactorQuestion;
  readonly onQuestion: (next: FactorQuestion | null) => void;
}) => {
  const { api, busy, failure, run } = useFactorAction();
  const close = () => onQuestion(null);

  /** Runs an action. When it succeeded, closes the dialog, or shows the recovery codes that it returned. */
  const closing = async (action: () => Promise<readonly string[] | undefined>) => {
    const codes = await run(question.kind, async () => (await action()) ?? []);
    if (codes) onQuestion(codes.length > 0 ? { kind: 'codes', codes } : null);
  };
  const addPasskey = async (name: string): Promise<readonly string[]> => {
    const { options } = await api.call('factors.start-passkey', {});
    const credential = await createPasskey(options as unknown as PublicKeyCredentialCreationOptionsJSON);
    const body = { name, credential: toNewPasskey(credential) };
    return (await api.call('factors.verify-passkey', { body })).recovery_codes;
  };

  if (question.kind === 'totp')
    return (
      <TotpDialog
        setup={question.setup}
        onClose={close}
        onCode={async (code) => {
          const { recovery_codes: codes } = await api.call('factors.verify-totp', { body: { code } });
          onQuestion({ kind: 'codes', codes });
          await run('refresh', () => Promise.resolve());
        }}
      />
    );
  if (question.kind === 'phone')
    return (
      <PhoneDialog
        onClose={close}
        onNumber={(phone) => api.call('factors.start-phone', { body: { phone } })}
        onCode={async (code) => {
          const { recovery_codes: codes } = await api.call('factors.verify-phone', { body: { code } });
          onQuestion(codes.length > 0 ? { kind: 'codes', codes } : null);
          await run('refresh', () => Promise.resolve());
        }}
      />
    );
  if (question.kind === 'codes') return <CodesDialog codes={question.codes} onClose={close} />;
  if (question.kind === 'remove')
    return (
      <ConfirmDialog
        open
        onOpenChange={close}
        title={removal.title(question.name)}
        description={failure ?? removal[question.type]}
        action={removal.action}
        dangerous
        busy={busy !== null}
        onConfirm={() => void closing(() => api.call('factors.remove-factor', { params: { id: question.id } }))}
      />
    );
  const isNew = question.kind === 'add';
  return (
    <NameDialog
      title={isNew ? nameTexts.addTitle : nameTexts.renameTitle}
      action={isNew ? nameTexts.create : nameTexts.save}
      name={isNew ? nameTexts.first : question.name}
      busy={busy !== null}
      failure={failure}
      onClose={close}
      onName={(name) =>
        void closing(() =>
          isNew ? addPasskey(name) : api.call('factors.rename-factor', { params: { id: question.id }, body: { name } }),
        )
      }
    />
  );
};

/** The fields of a new passkey that the server verifies. Browsers add others, which the contract does not accept. */
const toNewPasskey = (credential: unknown): NewPasskey => {
  const { id, rawId, response, authenticatorAttachment } = credential as NewPasskey;
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) },
    clientExtensionResults: {},
    ...(authenticatorAttachment === undefined ? {} : { authenticatorAttachment }),
  };
};
