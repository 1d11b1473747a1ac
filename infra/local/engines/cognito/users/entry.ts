import { defineEngine } from '../../../engine.ts';
import { functionEngine } from '../../../functions/entry.ts';
import type { TokenKeys } from '../../../gateway/authorizer.ts';
import { guardInvoke } from '../../../iam/guards.ts';
import { mailEngine } from '../../../services/ses.ts';
import { createCognitoEngine, type CognitoEngine } from '../engine.ts';
import { issuerOf } from '../issuer.ts';
import { cognitoResources } from '../resources.ts';

/** The user pools of the template. */
export interface UserPools {
  readonly cognito: CognitoEngine;
  /** Public keys of a token issuer; undefined for an unknown one. */
  keysOf(issuer: string): TokenKeys | undefined;
}

/** Cognito. The browser's sign-in reaches it at `/_local/cognito`. */
export const cognitoEngine = defineEngine({
  name: 'Cognito',
  needs: { functions: functionEngine, mail: mailEngine },
  faults: [
    {
      name: 'cognito-idp',
      label: 'Accounts (Cognito)',
      signingName: 'cognito-idp',
      throttled: ['TooManyRequestsException', 400, 'Rate exceeded'],
      failing: ['InternalErrorException', 500, 'Amazon Cognito encountered an internal error.'],
    },
  ],
  create({ folder, clock, access, authorizeJson, faults }, { functions, mail }) {
    const poolIds = new Set<string>();
    const cognito = createCognitoEngine({
      dataDir: folder('cognito'),
      clock,
      invoke: guardInvoke(functions, access),
      mail,
      issuer: issuerOf,
      authorize: authorizeJson,
    });
    const instance: UserPools = {
      cognito,
      keysOf(issuer) {
        const poolId = [...poolIds].find((id) => issuerOf(id) === issuer);
        return poolId === undefined ? undefined : cognito.jwks(poolId);
      },
    };
    return {
      instance,
      services: [cognito],
      resources: cognitoResources({ cognito, access, onPool: (id) => poolIds.add(id) }),
      pages: {
        async cognito(request, response) {
          // The browser's sign-in bypasses the dispatcher. Public keys are a document, not an API call.
          if (request.method === 'POST' && (await faults.interfere('cognito-idp', request, response))) return;
          await cognito.handleHttp(request, response);
        },
      },
      stop: cognito.stop,
    };
  },
});
