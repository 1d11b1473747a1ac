import { randomBytes } from 'node:crypto';
import type { CredentialStore, Principal } from './aws/service.ts';

/** The access keys of a local cloud. They exist as long as it runs. */
export interface Credentials extends CredentialStore {
  /** Creates a key for a function, whose requests `roleArn` decides, or for the operator. */
  issue(name: string, roleArn?: string): Principal;
}

/** Creates the key store. Keys contain letters and digits only, because DynamoDB Local accepts no other characters. */
export const createCredentials = (): Credentials => {
  const principals = new Map<string, Principal>();
  return {
    find: (accessKeyId) => principals.get(accessKeyId),
    issue(name, roleArn) {
      const principal = {
        accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
        secretAccessKey: randomBytes(30).toString('base64url'),
        name,
        ...(roleArn === undefined ? {} : { roleArn }),
      };
      principals.set(principal.accessKeyId, principal);
      return principal;
    },
  };
};
