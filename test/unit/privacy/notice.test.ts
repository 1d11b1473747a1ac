import { currentNotice } from '../../../lambdas/domain/privacy/notice.ts';

/** Hash of the text of each version. A changed text needs a new version and a line here. */
const hashes: Readonly<Record<number, string>> = {
  1: 'e97989cc020355c4dffe9a5951c2dd4aecad8031d9ceef4dc442f58c15085926',
};

describe('the consent notice', () => {
  it('has a new version when its text changes', () => {
    expect({ [currentNotice.version]: currentNotice.hash }).toEqual({
      [currentNotice.version]: hashes[currentNotice.version],
    });
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
