import { ACCESS_TOKEN_SECONDS } from '../../../../lambdas/contract/endpoint.ts';

/** Texts of the API reference. */
export const referenceTexts = {
  title: 'API Access',
  lead: (platform: string) =>
    `Everything ${platform} does goes through this API, including this site. ` +
    "The reference is generated from the server's own request validation, so it is always up to date.",
  document: 'OpenAPI document',
  documentText: 'For code generators and other tools, in OpenAPI 3.1 format:',
  signIn:
    'To call the API as a signed-in user, send the access token from the user pool as a Bearer token. ' +
    `Tokens are valid for ${ACCESS_TOKEN_SECONDS / 60} minutes. ` +
    'Errors are returned as application/problem+json with an error code.',
  script: 'Access for your scripts',
  scriptText:
    'Create a smart token for one use in your profile, and save the file with the token and its key. ' +
    'This script downloads originals and exports, and lists titles and your history. ' +
    'It needs Node.js 20 or later and nothing else, and refreshes the token while it runs:',
  scriptFile: '/soundstage-token.mjs',
  endpoints: 'Endpoints',
  access: {
    public: 'Everyone',
    optional: 'Everyone, if the catalog is public',
    'signed-in': 'Signed-in users',
    moderator: 'Moderators and administrators',
    admin: 'Administrators',
    'smart-token': 'Scripts with a smart token',
  },
  fields: 'Parameters',
  noFields: 'No parameters',
  places: { path: 'path', query: 'query', body: 'body' },
  required: 'required',
  responses: 'Responses',
  success: 'success',
  failed: 'Failed to load the API reference. Please try again.',
  loading: 'Loading API reference',
} as const;
