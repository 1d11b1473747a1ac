import { endpoints } from '../../contract/index.ts';
import { tokenStateOf, toSmartToken } from '../../domain/security/tokens/token.ts';
import { route } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';

/** Lists the signed-in user's tokens, newest first. */
export const listTokens = ({ tokens, sessions, now }: TokensDeps) =>
  route(endpoints['tokens.list-tokens'], async ({ actor: { userId } }) => {
    const [own, current] = await Promise.all([tokens.listOwn(userId), sessions.read(userId)]);
    return {
      status: 200,
      body: { items: own.map((token) => toSmartToken(token, tokenStateOf(token, current, now()))) },
    };
  });
