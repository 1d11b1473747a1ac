import type { Stage } from './stages.ts';

/** Names of the SSM parameters that one stack writes and functions of another read at run time. */
export const parameterNames = ({ name: stage, cursorKeyVersion }: Pick<Stage, 'name' | 'cursorKeyVersion'>) =>
  ({
    /** Origin of the site, e.g. `https://media.example.org`. */
    siteUrl: `/soundstage/${stage}/site-url`,
    /** Id of the CloudFront distribution. */
    distribution: `/soundstage/${stage}/distribution-id`,
    /** What the template declares about the buckets of the delivery, as JSON. */
    declaredDelivery: `/soundstage/${stage}/declared-delivery`,
    /** SecureString: 32 random bytes in base64 that authenticate page cursors. */
    cursorKey: `/soundstage/${stage}/cursor-key-${cursorKeyVersion}`,
    /** SecureString: keys of Stripe, which an operator stores with `npm run billing`. Without it, nothing is sold. */
    stripe: `/soundstage/${stage}/stripe`,
    /** SecureString: what the distribution sends to the API. */
    originSecret: (version: number) => `/soundstage/${stage}/origin-secret-${version}`,
    /** SecureString: private key (PEM) of the media cookies. */
    signingKey: (version: number) => `/soundstage/${stage}/signing-key-${version}`,
  }) as const;
