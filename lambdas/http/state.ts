import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { SignIn } from '../domain/accounts/sign-in.ts';
import type { Restrictions } from '../domain/security/restrictions.ts';
import type { StoredToken } from '../domain/security/tokens/token.ts';
import type { Sessions } from '../domain/sessions/session.ts';
import type { Actor, RawRequest, Route } from './route.ts';

/** The parts of `requestContext` that the gateway's JWT authorizer adds. */
export interface GatewayEvent extends APIGatewayProxyEventV2 {
  readonly requestContext: APIGatewayProxyEventV2['requestContext'] & {
    readonly authorizer?: { readonly jwt?: { readonly claims?: Readonly<Record<string, unknown>> } };
  };
}

/** The state that the middlewares of one request share. */
export interface RequestState extends Record<string, unknown> {
  route?: Route;
  /** The user's id (`sub`), once a token is accepted. */
  userId?: string;
  /** The token that the gateway has verified. */
  accessToken?: string;
  /** The smart token of the call, once it and its proof are accepted. */
  smartToken?: StoredToken;
  /** The text of that smart token. */
  tokenText?: string;
  /** The sign-in of the accepted token. */
  signIn?: SignIn;
  actor?: Actor;
  /** The caller's sessions, as read with their rights. */
  sessions?: Sessions | undefined;
  /** What responses to security alerts restrict for the caller, as read with their rights. */
  restrictions?: Restrictions | undefined;
  /** The request as received, once its signature is verified. */
  raw?: RawRequest;
  body?: unknown;
  input?: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

/** The response for the gateway. */
export type HttpResponse = APIGatewayProxyStructuredResultV2;

/** One step of the chain. */
export type Step = MiddlewareObj<GatewayEvent, HttpResponse, Error, Context, RequestState>;
