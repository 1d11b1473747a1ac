import { LOCAL_REGION } from '../../aws/service.ts';

/** The `iss` claim of a pool's tokens, as on AWS. */
export const issuerOf = (poolId: string): string => `https://cognito-idp.${LOCAL_REGION}.amazonaws.com/${poolId}`;
