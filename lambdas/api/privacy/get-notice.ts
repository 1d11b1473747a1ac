import { endpoints } from '../../contract/index.ts';
import { AppError } from '../../domain/app-error.ts';
import { releasedNotice } from '../../domain/privacy/released-notices.ts';
import { route } from '../../http/route.ts';

/** Returns a released text of the consent dialog, such as that of an earlier decision. */
export const getNotice = () =>
  route(endpoints['privacy.get-notice'], async ({ params: { hash } }) => {
    const notice = releasedNotice(hash);
    if (!notice) throw new AppError('not_found');
    return { status: 200, body: notice };
  });
