import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { SignIn } from '../domain/accounts/sign-in.ts';
import type { Actor, RawRequest, Route } from './route.ts';

/** The parts of `requestContext` that the gateway's JWT authorizer adds. */
export interface GatewayEvent extends APIGatewayProxyEventV2 {
  readonly requestContext: APIGatewayProxyEventV2['requestContext'] & {
    readonly authorizer?: { readonly jwt?: { readonly claims?: Readonly<Record<string, unknown>> } };
  };
}

/** What the middlewares of one request hand on to each other. */
export interface RequestState extends Record<string, unknown> {
  route?: Route;
  /** The signed-in person's id (`sub`), once a token was accepted. */
  userId?: string;
  /** What the accepted token says of its sign-in. */
  signIn?: SignIn;
  actor?: Actor;
  /** The request as it arrived, once its signature was verified. */
  raw?: RawRequest;
  body?: unknown;
  input?: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

/** The gateway's answer, as the chain builds it. */
export type HttpAnswer = APIGatewayProxyStructuredResultV2;

/** One step of the chain. */
export type Step = MiddlewareObj<GatewayEvent, HttpAnswer, Error, Context, RequestState>;
