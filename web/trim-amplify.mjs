/**
 * An esbuild plugin that leaves out three parts of Amplify that every page would otherwise download and never use: its
 * cache and its translations, which run on import; the readers of configuration formats other than ours; and AWS
 * credentials for users, which need an identity pool.
 */
const unusedOnImport = /[\\/]@aws-amplify[\\/]core[\\/]dist[\\/]esm[\\/](?:Cache|I18n)[\\/]index\.mjs$/;
const otherFormats = /[\\/]@aws-amplify[\\/]core[\\/]dist[\\/]esm[\\/]parse(?:AWSExports|AmplifyOutputs)\.mjs$/;
const credentials = /[\\/]providers[\\/]cognito[\\/]credentialsProvider[\\/]index\.mjs$/;

/** What `parseAmplifyConfig` imports, for a configuration in Amplify's own format. */
const formatStubs = `
const unsupported = () => { throw new Error('This build reads only the configuration format of Amplify.configure'); };
export const isAmplifyOutputs = () => false;
export { unsupported as parseAWSExports, unsupported as parseAmplifyOutputs };
`;

/** Does what Amplify's provider does without an identity pool: it has no credentials. */
const credentialStubs = `
export class DefaultIdentityIdStore {}
export class CognitoAWSCredentialsAndIdentityIdProvider {
  async getCredentialsAndIdentityId() {}
  async clearCredentialsAndIdentityId() {}
}
export const cognitoCredentialsProvider = new CognitoAWSCredentialsAndIdentityIdProvider();
`;

/** Creates the plugin. */
export const trimAmplify = () => ({
  name: 'trim-amplify',
  setup: ({ onLoad, onResolve, resolve }) => {
    onResolve({ filter: /(?:Cache|I18n)\/index\.mjs$/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'resolved') return undefined;
      const found = await resolve(path, { ...from, pluginData: 'resolved' });
      return unusedOnImport.test(found.path) ? { path: found.path, sideEffects: false } : undefined;
    });
    onLoad({ filter: otherFormats }, () => ({ contents: formatStubs, loader: 'js' }));
    onLoad({ filter: credentials }, () => ({ contents: credentialStubs, loader: 'js' }));
  },
});
