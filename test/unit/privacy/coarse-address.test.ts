import { coarseAddress } from '../../../lambdas/domain/privacy/coarse-address.ts';

describe('a shortened address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::'],
    ['2001:db8::1', '2001:db8:0::'],
    ['fe80::1%eth0', 'fe80:0:0::'],
    ['::1', '0:0:0::'],
  ])('%s becomes %s', (address, short) => {
    expect(coarseAddress(address)).toBe(short);
  });

  it.each(['', 'unknown', '999.1.1.1', '1.2.3', '2001:db8:::1', '203.0.113.77, 10.0.0.1'])('of %j is none', (text) => {
    expect(coarseAddress(text)).toBeUndefined();
  });
});
