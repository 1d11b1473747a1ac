import type { SecurityResponse } from '../../contract/admin/security-responses.ts';
import { responseView, usersIn, type StoredResponse } from '../../domain/security/response.ts';
import type { ResponsesDeps } from './response-deps.ts';

type ViewDeps = Pick<ResponsesDeps, 'profiles' | 'now'>;

/** Responses as administrators see them, with the current names of users and their states now. */
export const viewResponses = async (
  { profiles, now }: ViewDeps,
  responses: readonly StoredResponse[],
): Promise<SecurityResponse[]> => {
  const names = await profiles.namesOf(responses.flatMap(usersIn));
  return responses.map((response) => responseView(response, names, now()));
};

/** One response as administrators see it. */
export const viewResponse = async ({ profiles, now }: ViewDeps, response: StoredResponse): Promise<SecurityResponse> =>
  responseView(response, await profiles.namesOf(usersIn(response)), now());
