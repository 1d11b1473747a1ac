import { AwsError } from '../../../aws/service.ts';
import type { PasskeyConfig } from '../config.ts';
import type { Pool } from '../context.ts';

/** A pool's settings for passkeys. Throws Cognito's errors when it has none, or no relying party. */
export const passkeysOf = (pool: Pool): PasskeyConfig & { readonly relyingPartyId: string } => {
  const { passkeys } = pool.config;
  if (!passkeys) throw new AwsError('WebAuthnNotEnabledException', 'The user pool does not offer passkeys.');
  const { relyingPartyId } = passkeys;
  if (relyingPartyId === undefined)
    throw new AwsError('WebAuthnConfigurationMissingException', 'The user pool has no relying party ID.');
  return { ...passkeys, relyingPartyId };
};

/** The fields of an authenticator's client data that the engine reads. Empty texts when it is malformed. */
export const clientDataOf = (clientDataJSON: string): { readonly origin: string; readonly challenge: string } => {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as Record<string, unknown>;
    return { origin: String(data['origin'] ?? ''), challenge: String(data['challenge'] ?? '') };
  } catch {
    return { origin: '', challenge: '' };
  }
};

/** Whether pages of an origin may use the passkeys of a relying party: its host or a subdomain, over HTTPS. */
export const isOriginOf = (origin: string, relyingPartyId: string): boolean => {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  const secure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  return secure && (hostname === relyingPartyId || hostname.endsWith(`.${relyingPartyId}`));
};
