import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { canWithdraw, isSecretOf, readWithdrawToken } from '../../domain/privacy/data-request.ts';
import { route } from '../../http/route.ts';
import type { DataRequestsDeps } from './deps.ts';

/** Withdraws an erasure. The error is the same for a wrong, used and late link, and for one that never existed. */
export const withdrawRequest = ({ requests, now }: DataRequestsDeps) =>
  route(endpoints['data-requests.withdraw-request'], async ({ body: { token } }) => {
    const link = readWithdrawToken(token);
    const request = link && (await requests.get(link.userId, link.requestId));
    if (
      !link ||
      !request ||
      !canWithdraw(request, now()) ||
      !isSecretOf(request, link.secret) ||
      !(await requests.withdraw(request))
    )
      throw new AppError('code_rejected');
    return { status: 204 };
  });
