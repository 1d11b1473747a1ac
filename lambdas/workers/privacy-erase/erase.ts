import { ERASE_STEPS } from '../../contract/admin/data-request-details.ts';
import type { EraseState, StoredRequest } from '../../domain/privacy/data-request.ts';
import type { EraseContext, EraseDeps } from './deps.ts';
import { endHeldPayments } from './end-held-payments.ts';
import { erasing, finish } from './steps.ts';
import { takeInventory } from './take-inventory.ts';

/**
 * Erases an account, or continues after a run that was aborted. The state names the next step, and is stored after each
 * one; steps can be repeated. What the receipt says was counted before anything was removed, so that it is the same
 * however often a run is aborted. Until the first state is stored, the user can withdraw the request, and a legal hold
 * keeps it waiting. Then only the payments end.
 */
export const erase = async (deps: EraseDeps, stored: StoredRequest): Promise<void> => {
  if (stored.held_since !== undefined) return endHeldPayments(deps, stored);
  let request = stored;
  const withState = (state: EraseState): StoredRequest => ({
    ...request,
    status: 'processing',
    secret_hash: undefined,
    failure: undefined,
    erase: state,
  });
  const store = async (state: EraseState): Promise<void> => {
    const next = withState(state);
    if (!(await deps.requests.save(request, next))) throw new Error('The request was changed by another run');
    request = next;
  };
  if (request.erase === undefined) {
    const next = withState(await takeInventory(deps, request.user_id));
    const outcome = await deps.requests.begin(request, next);
    if (outcome === 'held') return deps.logger.info('An erasure waits for a legal hold', { requestId: request.id });
    if (outcome === 'changed') throw new Error('The request was changed by another run');
    request = next;
  }
  for (const step of ERASE_STEPS.slice(ERASE_STEPS.indexOf(request.erase?.step ?? 'sign-out'))) {
    if (!request.erase || step === 'receipt') break;
    const context: EraseContext = { userId: request.user_id, state: request.erase, store };
    await erasing[step](deps, context);
    const following = ERASE_STEPS[ERASE_STEPS.indexOf(step) + 1] ?? 'receipt';
    await store({ ...(request.erase as EraseState), step: following });
  }
  await finish(deps, request);
  deps.logger.info('An account was erased', { requestId: request.id });
};
