import type { ResponseAction } from '../../contract/admin/security-rules.ts';
import { AppError } from '../app-error.ts';
import type { ActBy } from '../audit/act.ts';
import type { StoredAlert } from './alert.ts';
import { failedResponse, newResponse, type StoredResponse } from './response.ts';
import { isRestricting, type RestrictingAction } from './restrictions.ts';

/** Who does something about an alert, and why. */
export interface ResponseBy extends ActBy {
  readonly reason?: string | undefined;
}

/** A response that restricts the user of its alert. */
export type RestrictingResponse = StoredResponse & { readonly action: RestrictingAction; readonly user_id: string };

/** Stores responses. Storing one with a known id changes nothing, and returns the stored one. */
export interface ResponseStore {
  find(id: string): Promise<StoredResponse | undefined>;
  /** Stores a response with its effect. `by` is undefined for a rule. */
  restrict(response: RestrictingResponse, by: ResponseBy | undefined): Promise<StoredResponse>;
  /** Stores a response without an effect in the table. */
  record(response: StoredResponse, by: ResponseBy | undefined): Promise<StoredResponse>;
}

/** What taking an action needs. */
export interface ResponseDeps {
  readonly responses: ResponseStore;
  /** Sends an alert to the administrators. Returns why it failed, as a sentence. */
  readonly notify: (alert: StoredAlert) => Promise<string | undefined>;
}

const isAgainstUser = (response: StoredResponse): response is RestrictingResponse =>
  isRestricting(response.action) && response.user_id !== undefined;

/**
 * Takes an action about an alert. By hand and by a rule, it is the same. Throws AppError: `invalid_state` for an action
 * against the actor, or against no user; and what `restrict` throws. A notification that no one got is a failed
 * response. If it is taken again with the same id, the email is sent again only if the first run ended between sending
 * and storing.
 */
export const takeResponse = async (
  { responses, notify }: ResponseDeps,
  what: { readonly id: string; readonly action: ResponseAction; readonly alert: StoredAlert },
  by: ResponseBy | undefined,
  now: number,
): Promise<StoredResponse> => {
  const response = newResponse(what.id, what.action, what.alert, { by: by?.actor.userId, now });
  if (isAgainstUser(response)) {
    if (by?.actor.userId === response.user_id)
      throw new AppError('invalid_state', 'You cannot do this to yourself. Ask another administrator.');
    return responses.restrict(response, by);
  }
  if (isRestricting(response.action))
    throw new AppError('invalid_state', 'This alert is not about a user. You can notify the administrators.');
  const known = await responses.find(response.id);
  if (known) return known;
  const error = await notify(what.alert);
  return responses.record(error === undefined ? response : failedResponse(response, error), by);
};
