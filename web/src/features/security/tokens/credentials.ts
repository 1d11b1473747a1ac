import type { IssuedToken, PublicKey, TokenUse } from '../../../../../lambdas/contract/security/smart-tokens.ts';
import { downloadText } from '../../../lib/download.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** A private key of P-256 as a JSON Web Key (RFC 7517). */
interface PrivateKey extends PublicKey {
  readonly d: string;
}

/** The file with which a script uses a token. */
export interface Credentials {
  /** The origin of the site. */
  readonly site: string;
  readonly token: string;
  readonly use: TokenUse;
  readonly expires_at: string;
  readonly private_key: PrivateKey;
}

/** Makes a key pair in this browser. `publicKey` is what the server gets. */
export const createKeys = async (): Promise<{ readonly key: PrivateKey; readonly publicKey: PublicKey }> => {
  const pair = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { x, y, d } = await crypto.subtle.exportKey('jwk', pair.privateKey);
  if (x === undefined || y === undefined || d === undefined) throw new Error('The browser made an incomplete key');
  const publicKey = { kty: 'EC', crv: 'P-256', x, y } as const;
  return { key: { ...publicKey, d }, publicKey };
};

/** The credentials of a new token. */
export const credentialsOf = ({ token, use, expires_at }: IssuedToken, key: PrivateKey): Credentials => ({
  site: window.location.origin,
  token,
  use,
  expires_at,
  private_key: key,
});

/** Saves credentials as a file of the user. */
export const saveCredentials = (credentials: Credentials): void =>
  downloadText(`soundstage-token-${credentials.use}.json`, 'application/json', [
    `${JSON.stringify(credentials, null, 2)}\n`,
  ]);
