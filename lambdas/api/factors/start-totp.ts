import { endpoints } from '../../contract/index.ts';
import { totpAddress } from '../../domain/factors/factors.ts';
import { route } from '../../http/route.ts';
import type { FactorsDeps } from './deps.ts';
import { tokenOf } from './token-of.ts';

/** The name that authenticator apps show. */
const ISSUER = 'Soundstage';

/** Starts to set up an authenticator app. The secret is shown once and stored by the user pool only. */
export const startTotp = ({ pool, profiles }: FactorsDeps) =>
  route(endpoints['factors.start-totp'], async (request) => {
    const [secret, profile] = await Promise.all([pool.startTotp(tokenOf(request)), profiles.get(request.actor.userId)]);
    return {
      status: 200,
      body: { secret, uri: totpAddress(secret, profile?.email ?? '', ISSUER) },
      headers: { 'cache-control': 'no-store' },
    };
  });
