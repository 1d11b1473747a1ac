import { checkStage, stages } from '../../../infra/stages.ts';

/** The options that an operator fills in before the first deployment. The stages in the repository leave them empty. */
export const filledIn = {
  region: 'eu-central-1',
  domain: {
    name: 'media.soundstage.internal',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/11111111-2222-3333-4444-555555555555',
  },
  passkeyDomain: 'soundstage.internal',
  phoneFactor: true,
  adminsNeedFactor: true,
  mailFrom: 'no-reply@soundstage.internal',
  ownMailFrom: 'no-reply@soundstage.internal',
  alarmEmail: 'ops@soundstage.internal',
  publicCatalog: true,
  serviceWorker: false,
  signingKeyVersion: 3,
  cursorKeyVersion: 2,
  originSecretVersion: 2,
  webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/soundstage/11111111-2222-3333-4444-555555555555',
  hdrToSdr: 'off',
  analysis: { ...stages.prod.analysis, topics: 'bedrock', languageModel: 'eu.anthropic.claude-haiku-5-5' },
} as const;

/** The stage `prod` with every option set. */
export const configuredProd = checkStage({ ...stages.prod, ...filledIn });
