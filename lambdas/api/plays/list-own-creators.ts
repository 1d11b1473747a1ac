import { endpoints } from '../../contract/index.ts';
import { route } from '../../http/route.ts';
import type { PlaysDeps } from './deps.ts';

/** Lists the creators that belong to the caller, by name. */
export const listOwnCreators = ({ creators }: PlaysDeps) =>
  route(endpoints['plays.list-own-creators'], async ({ actor }) => {
    const own = (await creators.ofUser(actor.userId)).map(({ id, name }) => ({ id, name }));
    return { status: 200, body: { items: own.sort((a, b) => a.name.localeCompare(b.name, 'en')) } };
  });
