/** Texts of the page about the API. */
export const referenceTexts = {
  title: 'API Access',
  lead: (platform: string) =>
    `Everything that ${platform} does goes through this API: the site itself has no other. Its description is made from what the server checks requests by, so it cannot differ from it.`,
  document: 'OpenAPI document',
  documentText: 'For generators and tools, in OpenAPI 3.1:',
  signIn:
    'Calls for signed-in people carry the access token of the user pool as a Bearer token. It is valid for an hour. Refusals are application/problem+json with a code.',
  contents: 'Parts of the API',
  access: {
    public: 'Everybody',
    optional: 'Everybody where the catalog is public',
    'signed-in': 'Signed in',
    moderator: 'Moderators and administrators',
    admin: 'Administrators',
  },
  fields: 'What it takes',
  noFields: 'It takes nothing.',
  places: { path: 'address', query: 'query', body: 'body' },
  required: 'required',
  answers: 'What it answers',
  success: 'success',
  failed: 'The description of the API could not be loaded.',
  loading: 'Loading the description of the API',
} as const;
