import type { Route } from '../../http/route.ts';
import { challengeFactor } from './challenge-factor.ts';
import { createRecoveryCodes } from './create-recovery-codes.ts';
import type { FactorsDeps } from './deps.ts';
import { listFactors } from './list-factors.ts';
import { redeemRecoveryCode } from './redeem-recovery-code.ts';
import { removeFactor } from './remove-factor.ts';
import { renameFactor } from './rename-factor.ts';
import { resetPerson } from './reset-person.ts';
import { startPasskey } from './start-passkey.ts';
import { startPhone } from './start-phone.ts';
import { startTotp } from './start-totp.ts';
import { verifyFactor } from './verify-factor.ts';
import { verifyPasskey } from './verify-passkey.ts';
import { verifyPhone } from './verify-phone.ts';
import { verifyTotp } from './verify-totp.ts';

/** The feature's endpoints. */
export const factorRoutes = (deps: FactorsDeps): readonly Route[] => [
  listFactors(deps),
  startTotp(deps),
  verifyTotp(deps),
  startPhone(deps),
  verifyPhone(deps),
  challengeFactor(deps),
  verifyFactor(deps),
  startPasskey(deps),
  verifyPasskey(deps),
  renameFactor(deps),
  removeFactor(deps),
  createRecoveryCodes(deps),
  redeemRecoveryCode(deps),
  resetPerson(deps),
];
