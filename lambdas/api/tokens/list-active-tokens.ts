import { endpoints } from '../../contract/index.ts';
import { tokenStateOf, toSmartToken } from '../../domain/security/tokens/token.ts';
import { route } from '../../http/route.ts';
import type { TokensDeps } from './deps.ts';

/** Lists the active tokens of all users. */
export const listActiveTokens = ({ tokens, profiles, now }: TokensDeps) =>
  route(endpoints['tokens.list-active-tokens'], async () => {
    const at = now();
    const valid = await tokens.listValid(at);
    const users = valid.map(({ user_id: userId }) => userId);
    const [names, sessions] = await Promise.all([profiles.namesOf(users), tokens.sessionsOf(users)]);
    const items = valid
      .filter((token) => tokenStateOf(token, sessions.get(token.user_id), at) === 'active')
      .map((token) => ({ ...toSmartToken(token, 'active'), user_name: names.get(token.user_id) ?? null }));
    return { status: 200, body: { items } };
  });
