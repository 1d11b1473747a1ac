import type { AssuranceLevel } from '../../contract/people/factors.ts';
import { endpoints } from '../../contract/index.ts';
import { asksForCodes, factorsOf } from '../../domain/factors/factors.ts';
import { route } from '../../http/route.ts';
import type { FactorsDeps } from './deps.ts';
import { tokenOf } from './token-of.ts';

/** Returns the user's factors from the user pool, with our names. */
export const listFactors = ({ pool, phones, records, passkeys }: FactorsDeps) =>
  route(endpoints['factors.list-factors'], async (request) => {
    const { userId, signIn } = request.actor;
    const [stored, record] = await Promise.all([pool.list(tokenOf(request)), records.get(userId)]);
    const items = [...factorsOf(stored, record)];
    const level: AssuranceLevel = signIn.assurance === 'aal2' ? 'aal2' : 'aal1';
    return {
      status: 200,
      body: {
        items,
        recovery_codes: asksForCodes(stored) ? record.recovery.length : 0,
        passkeys_offered: passkeys,
        phones_offered: phones !== undefined,
        setup_wanted: !asksForCodes(stored) && record.setup_wanted === true,
        current_level: level,
        next_level: items.length > 0 ? 'aal2' : level,
      },
    };
  });
