import { S3Client } from '@aws-sdk/client-s3';
import { createAuditCopies } from '../../../lambdas/platform/storage/audit-copies.ts';

/** S3 answers one request after another with these errors, and accepts the first one after them. */
const answerWith = (...names: readonly string[]) => {
  const errors = names.map((name) => Object.assign(new Error(name), { name }));
  const send = async (): Promise<object> => {
    const error = errors.shift();
    if (error) throw error;
    return {};
  };
  return jest.spyOn(S3Client.prototype, 'send').mockImplementation(send as never);
};
afterEach(() => jest.restoreAllMocks());

const CONFLICT = 'ConditionalRequestConflict';

describe('a copy of the audit log', () => {
  const add = () => createAuditCopies('bucket').add('name', 'text');

  it.each([
    ['is stored when the name is free', [], true, 1],
    ['is not stored when the name is taken', ['PreconditionFailed'], false, 1],
    ['is stored after a conflict with a write that failed', [CONFLICT, CONFLICT], true, 3],
    ['is not stored after a conflict with a write that succeeded', [CONFLICT, 'PreconditionFailed'], false, 2],
  ])('%s', async (_what, errors, stored, requests) => {
    const send = answerWith(...errors);
    expect(await add()).toBe(stored);
    expect(send).toHaveBeenCalledTimes(requests);
  });

  it('fails when the conflict does not end, or with another error', async () => {
    const send = answerWith(...Array.from({ length: 6 }, () => CONFLICT));
    await expect(add()).rejects.toThrow(CONFLICT);
    expect(send).toHaveBeenCalledTimes(6);
    answerWith('AccessDenied');
    await expect(add()).rejects.toThrow('AccessDenied');
  });
});
