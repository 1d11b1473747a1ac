import { randomBytes } from 'node:crypto';
import type { CredentialStore, Principal } from './aws/service.ts';

/** The access keys of a local cloud. They end with it. */
export interface Credentials extends CredentialStore {
  /** Makes a key for a function, which `roleArn` judges, or for the operator. */
  issue(name: string, roleArn?: string): Principal;
}

/** Makes the key store. Keys are letters and digits only, since DynamoDB Local takes no other. */
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
