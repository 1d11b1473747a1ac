import { getSignedCookies } from '@aws-sdk/cloudfront-signer';
import type { SignPolicy } from '../domain/playback/media-cookies.ts';

/** Signs CloudFront custom policies with a private key (PEM). The cookies grant access: never log them. */
export const createPolicySigner =
  (keyPairId: string, privateKey: string): SignPolicy =>
  (policy) => {
    const cookies = getSignedCookies({ keyPairId, privateKey, policy });
    return {
      'CloudFront-Policy': cookies['CloudFront-Policy'],
      'CloudFront-Signature': cookies['CloudFront-Signature'],
      'CloudFront-Key-Pair-Id': cookies['CloudFront-Key-Pair-Id'],
    };
  };
