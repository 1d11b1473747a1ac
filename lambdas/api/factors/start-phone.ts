import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { addressHash, guardRate, smsPerAccount, smsPerNumber } from '../../domain/limits/rate-limit.ts';
import { route } from '../../http/route.ts';
import type { FactorsDeps } from './deps.ts';
import { tokenOf } from './token-of.ts';

/**
 * Sends a code to a new phone. A user with a phone removes it first, so that a code for one number never proves
 * another. SMS cost money and reach strangers, so they are limited by user and by number.
 */
export const startPhone = ({ pool, phones, counters, now }: FactorsDeps) =>
  route(endpoints['factors.start-phone'], async (request) => {
    if (!phones) throw new AppError('invalid_state');
    const token = tokenOf(request);
    const { username, phone } = await pool.list(token);
    if (phone !== null) throw new AppError('invalid_state');
    const { phone: number } = request.body;
    await guardRate(counters, smsPerAccount, request.actor.userId, now());
    await guardRate(counters, smsPerNumber, addressHash(number), now());
    await phones.start(token, username, number);
    return { status: 204 };
  });
