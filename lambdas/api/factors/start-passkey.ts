import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { FactorsDeps } from './deps.ts';
import { tokenOf } from './token-of.ts';

/** Starts to register a passkey. */
export const startPasskey = ({ pool }: FactorsDeps) =>
  route(endpoints['factors.start-passkey'], async (request) => ({
    status: 200,
    body: { options: { ...(await pool.startPasskey(tokenOf(request))) } },
    headers: { 'cache-control': 'no-store' },
  }));
