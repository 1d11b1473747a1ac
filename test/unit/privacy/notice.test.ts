import { createHash } from 'node:crypto';
import { currentNotice } from '../../../lambdas/domain/privacy/notice.ts';
import { releasedNotice, releasedNotices } from '../../../lambdas/domain/privacy/released-notices.ts';

/** Hash of the text of each version. A changed text needs a new version and a line here. */
const hashes: Readonly<Record<number, string>> = {
  1: 'e97989cc020355c4dffe9a5951c2dd4aecad8031d9ceef4dc442f58c15085926',
  2: '53a6611160f9760cdbbf3acc34c070ee0ce0291d5fdc38e528d6252c97cfee4a',
  3: '911e7bc06775384eaec068411197bc55c007e394cc69dbd02e9f23606e8864aa',
};

describe('the consent notice', () => {
  it('has a new version when its text changes, and is released', () => {
    expect(currentNotice).toEqual(releasedNotices.at(-1));
    expect(releasedNotice(currentNotice.hash)).toEqual(currentNotice);
  });

  it('is kept in every version, with the text that belongs to the hash', () => {
    expect(Object.fromEntries(releasedNotices.map(({ version, hash }) => [version, hash]))).toEqual(hashes);
    for (const { hash, ...text } of releasedNotices)
      expect(createHash('sha256').update(JSON.stringify(text)).digest('hex')).toBe(hash);
    expect(releasedNotice('0'.repeat(64))).toBeUndefined();
  });

  it("names the specification's five toggles, and the retention", () => {
    expect(currentNotice.purposes.map(({ title }) => title)).toEqual([
      'Essential Cookies',
      'Analytics & Performance',
      'Behavioral Security Analysis',
      'Functional Enhancements',
      'Marketing & Communications',
    ]);
    expect(currentNotice.retention).toContain('automatic deletion after 2 years of inactivity');
  });
});
