import { signInOf } from '../../../lambdas/domain/accounts/sign-in.ts';

describe('what a token says of its sign-in', () => {
  it('is its id and time, as numbers or as the text that the gateway makes of them', () => {
    expect(signInOf({ origin_jti: 'jti-1', auth_time: 1_795_229_537 })).toMatchObject({
      id: 'jti-1',
      authenticatedAt: 1_795_229_537,
    });
    expect(signInOf({ origin_jti: 'jti-1', auth_time: '1795229537' }).authenticatedAt).toBe(1_795_229_537);
  });

  it.each([[{}], [{ origin_jti: '', auth_time: 'soon' }], [{ origin_jti: 7, auth_time: 1.5 }]])(
    'is unknown where %j says nothing usable',
    (claims) => {
      expect(signInOf(claims)).toEqual({ id: null, authenticatedAt: null, assurance: 'unknown' });
    },
  );

  it.each([
    [['pwd'], 'aal1'],
    [['pwd', 'mfa', 'otp'], 'aal2'],
    [['hwk'], 'aal2'],
    [['swk'], 'aal2'],
    ['[pwd mfa]', 'aal2'],
    ['["pwd","hwk"]', 'aal2'],
    ['[pwd]', 'aal1'],
    [undefined, 'unknown'],
    ['', 'unknown'],
    [[], 'unknown'],
    ['[]', 'unknown'],
    ['mfax', 'aal1'],
    [['otp'], 'aal1'],
  ])('with the methods %j is %s', (amr, assurance) => {
    expect(signInOf({ amr }).assurance).toBe(assurance);
  });
});
