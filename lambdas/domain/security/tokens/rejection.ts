import { AppError } from '../../app-error.ts';

/** Why a proof is not one of the token's key for this call. */
export type ProofFault =
  'missing' | 'too_long' | 'not_valid' | 'other_key' | 'other_token' | 'other_call' | 'wrong_time' | 'used_before';

/** Why a smart token is not valid. */
export type TokenFault = 'missing' | 'unknown' | 'expired' | 'revoked' | 'session_ended' | 'account_gone';

const tokenTexts: Readonly<Record<TokenFault, string>> = {
  missing: 'Send the smart token as "Authorization: DPoP <token>".',
  unknown: 'There is no such smart token.',
  expired: 'This smart token has expired.',
  revoked: 'This smart token was revoked.',
  session_ended: 'The session that this smart token was issued in has ended.',
  account_gone: 'The account of this smart token was deleted.',
};

const proofTexts: Readonly<Record<ProofFault, string>> = {
  missing: 'Send a proof in the header "DPoP".',
  too_long: 'The proof is too long.',
  not_valid: 'The proof is not a signed DPoP proof with ES256 and a public key.',
  other_key: 'The proof is signed by another key than that of the smart token.',
  other_token: 'The proof was made for another smart token.',
  other_call: 'The proof was made for another method or address.',
  wrong_time: "The proof was not made just now. Check this computer's clock.",
  used_before: 'The proof was used before. Make a new one for each call.',
};

/** Whose smart token was sent by someone without its key. */
export interface Theft {
  readonly tokenId: string;
  readonly fault: ProofFault;
}

/** The denial of a call with a smart token, with the challenge of RFC 9449. */
export class SmartTokenInvalid extends AppError {
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string;
  /** Set when the token is valid and the proof is not: the caller does not have its key. */
  readonly theft: Theft | undefined;

  private constructor(error: 'invalid_token' | 'invalid_dpop_proof', detail: string, theft?: Theft) {
    super('smart_token_invalid', detail);
    this.challenge = `DPoP error="${error}", algs="ES256"`;
    this.theft = theft;
  }

  /** The token is not valid. */
  static token(fault: TokenFault): SmartTokenInvalid {
    return new SmartTokenInvalid('invalid_token', tokenTexts[fault]);
  }

  /** The proof is not valid for any token, and the token does not exist. */
  static proofAlone(fault: ProofFault): SmartTokenInvalid {
    return new SmartTokenInvalid('invalid_dpop_proof', proofTexts[fault]);
  }

  /**
   * The proof for a token that exists is not valid. A wrong clock is no sign of a theft: the owner's computer may have
   * one.
   */
  static proof(tokenId: string, fault: ProofFault): SmartTokenInvalid {
    const theft = fault === 'wrong_time' ? undefined : { tokenId, fault };
    return new SmartTokenInvalid('invalid_dpop_proof', proofTexts[fault], theft);
  }
}
