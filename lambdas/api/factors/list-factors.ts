import type { AssuranceLevel } from '../../contract/people/factors.ts';
import { endpoints } from '../../contract/index.ts';
import {
  asksForCodes,
  factorsOf,
  hasFactors,
  type FactorRecord,
  type PoolFactors,
} from '../../domain/factors/factors.ts';
import { route } from '../../http/route.ts';
import { changeRecord } from './change-record.ts';
import type { FactorsDeps } from './deps.ts';
import { tokenOf } from './token-of.ts';

/** Whether we recorded all passkeys of the user pool: with a stolen token, another one can be added there. */
const knowsAll = ({ names }: FactorRecord, { passkeys }: PoolFactors): boolean =>
  passkeys.every(({ id }) => names[id] !== undefined);

/**
 * Returns the user's factors from the user pool, with our names. Who signed in with a passkey has not lost it, so it
 * counts as a second factor again.
 */
export const listFactors = ({ pool, phones, records, rights, passkeys }: FactorsDeps) =>
  route(endpoints['factors.list-factors'], async (request) => {
    const { userId, signIn } = request.actor;
    const [stored, record] = await Promise.all([pool.list(tokenOf(request)), records.get(userId)]);
    if (signIn.byPasskey && record.passkeys_lost && knowsAll(record, stored))
      await changeRecord({ records, rights }, userId, (current) => ({ ...current, passkeys_lost: undefined }));
    const items = [...factorsOf(stored, record)];
    const level: AssuranceLevel = signIn.assurance === 'aal2' ? 'aal2' : 'aal1';
    return {
      status: 200,
      body: {
        items,
        recovery_codes: hasFactors(stored) ? record.recovery.length : 0,
        passkeys_offered: passkeys,
        phones_offered: phones !== undefined,
        setup_wanted: !asksForCodes(stored) && record.setup_wanted === true,
        current_level: level,
        next_level: items.length > 0 ? 'aal2' : level,
      },
    };
  });
