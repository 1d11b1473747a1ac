import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { coversCounts, isConsented } from '../../domain/privacy/consented.ts';
import { route } from '../../http/route.ts';
import type { BehaviorDeps } from './deps.ts';

/**
 * Lists the newest behavioral patterns of a user. Without consent there are none: those of before are not shown while
 * they are being deleted, or while a legal hold keeps them.
 */
export const listPatterns = ({ patterns, rights, now }: BehaviorDeps) =>
  route(endpoints['behavior.list-patterns'], async ({ params: { userId } }) => {
    const person = await rights.read(userId);
    if (!person) throw new AppError('user_not_found');
    const consent = isConsented(person.consent ?? [], 'behavior') && coversCounts(person.consent_notice);
    return { status: 200, body: { items: consent ? [...(await patterns.list(userId, now()))] : [], consent } };
  });
