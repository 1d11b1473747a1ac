/** The browser did not give or create a passkey; the message says what to do. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

/** Whether this browser can use passkeys. */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

const MESSAGES: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey request was canceled or timed out. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this address.',
};

const asked = async (request: Promise<Credential | null>): Promise<unknown> => {
  try {
    const credential = await request;
    if (credential) return (credential as PublicKeyCredential).toJSON();
  } catch (error) {
    const message = error instanceof Error ? MESSAGES[error.name] : undefined;
    throw new PasskeyError(message ?? 'The passkey could not be used. Try again.');
  }
  throw new PasskeyError('No passkey was chosen. Try again.');
};

/** Asks for one of the user's passkeys, and returns its response as JSON. Rejects with PasskeyError. */
export const getPasskey = (options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> =>
  asked(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }));

/** Creates a passkey, and returns it as JSON. Rejects with PasskeyError. */
export const createPasskey = (options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> =>
  asked(navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }));
