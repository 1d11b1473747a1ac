import type { FactorRepository } from '../../data/people/factor-repository.ts';
import { hasSecondFactor } from '../../domain/factors/factors.ts';
import type { FactorsDeps } from './deps.ts';

type Change = Parameters<FactorRepository['change']>[1];
type Recorded = Parameters<FactorRepository['change']>[2];

/**
 * Changes the record of a user's factors, and stores with the user's rights whether there is a second factor, where
 * every call reads it. Repeating a call after a failure in between completes it.
 */
export const changeRecord = async (
  { records, rights }: Pick<FactorsDeps, 'records' | 'rights'>,
  userId: string,
  change: Change,
  recorded?: Recorded,
): Promise<void> => {
  const record = await records.change(userId, change, recorded);
  if (record) await rights.setSecondFactor(userId, hasSecondFactor(record));
};
