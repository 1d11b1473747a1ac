import { LOCAL_REGION } from '../aws/service.ts';
import type { Functions } from '../functions/functions.ts';
import { physicalName, stableId } from '../resources/names.ts';
import {
  listProperty,
  numberProperty,
  type Provisioned,
  type Provisioner,
  recordProperty,
  type ResourceInput,
  textProperty,
} from '../resources/types.ts';
import type { JwtAuthorizer } from './authorizer.ts';
import type { Gateway } from './gateway.ts';
import type { Integration } from './integration.ts';
import type { WebSocketGateway } from './websocket-gateway.ts';
import * as webSocketApi from './websocket-resources.ts';

/** The gateways and functions that APIs of the template consist of. */
export interface ApiContext {
  readonly gateway: Gateway;
  readonly webSockets: WebSocketGateway;
  readonly functions: Pick<Functions, 'find'>;
}

/** The context with the parts that routes refer to, by ID. */
interface ApiState extends ApiContext {
  readonly integrations: Map<string, Integration>;
  readonly authorizers: Map<string, JwtAuthorizer>;
}

/** `AWS::ApiGatewayV2::Api`. */
const api = (input: ResourceInput, state: ApiState): Provisioned | Promise<Provisioned> => {
  const protocol = input.properties['ProtocolType'];
  if (protocol === 'WEBSOCKET') return webSocketApi.api(input, state);
  if (protocol !== 'HTTP') throw new Error(`the local cloud does not support the protocol ${String(protocol)}`);
  if (input.properties['CorsConfiguration'] !== undefined)
    throw new Error('the local cloud does not support CorsConfiguration, because the site is a single origin');
  const id = stableId(input, 10);
  state.gateway.defineApi(id);
  return { ref: id, attributes: { ApiId: id, ApiEndpoint: `https://${id}.execute-api.${LOCAL_REGION}.amazonaws.com` } };
};

/** `AWS::ApiGatewayV2::Integration` with a Lambda function, payload format 2.0. */
const integration = (input: ResourceInput, state: ApiState): Provisioned => {
  const { properties } = input;
  if (state.webSockets.has(textProperty(properties, 'ApiId'))) return webSocketApi.integration(input, state);
  const kind = `${String(properties['IntegrationType'])} ${String(properties['PayloadFormatVersion'])}`;
  if (kind !== 'AWS_PROXY 2.0') throw new Error(`the local cloud supports AWS_PROXY 2.0, not ${kind}`);
  const functionArn = textProperty(properties, 'IntegrationUri');
  if (!state.functions.find(functionArn)) throw new Error(`function ${functionArn} does not exist`);
  const timeoutMs = numberProperty(properties, 'TimeoutInMillis');
  const id = stableId(input, 7);
  state.integrations.set(id, { functionArn, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  return { ref: id, attributes: { IntegrationId: id } };
};

/** `AWS::ApiGatewayV2::Authorizer` of the JWT kind, with the token in a header. */
const authorizer = (input: ResourceInput, { authorizers }: ApiState): Provisioned => {
  const { properties } = input;
  if (properties['AuthorizerType'] !== 'JWT')
    throw new Error(`the local cloud supports JWT, not ${String(properties['AuthorizerType'])}`);
  const [source = ''] = listProperty<string>(properties, 'IdentitySource');
  const header = /^\$request\.header\.([\w-]+)$/.exec(source)?.[1];
  if (!header) throw new Error(`the local cloud does not support the identity source ${source}`);
  const configuration = recordProperty(properties, 'JwtConfiguration');
  const id = stableId(input, 6);
  authorizers.set(id, {
    issuer: textProperty(configuration, 'Issuer'),
    audience: listProperty<string>(configuration, 'Audience'),
    header: header.toLowerCase(),
  });
  return { ref: id, attributes: { AuthorizerId: id } };
};

/** `AWS::ApiGatewayV2::Route`. */
const route = (input: ResourceInput, state: ApiState): Provisioned => {
  const { properties } = input;
  const target = textProperty(properties, 'Target');
  const found = state.integrations.get(target.replace(/^integrations\//, ''));
  if (!found) throw new Error(`integration ${target} does not exist`);
  if (state.webSockets.has(textProperty(properties, 'ApiId'))) return webSocketApi.route(input, state, found);
  const kind = properties['AuthorizationType'] ?? 'NONE';
  const jwtAuthorizer = state.authorizers.get(String(properties['AuthorizerId']));
  if (kind !== 'NONE' && (kind !== 'JWT' || !jwtAuthorizer))
    throw new Error(`the local cloud does not support the authorization ${String(kind)}`);
  state.gateway.defineRoute(textProperty(properties, 'ApiId'), {
    key: textProperty(properties, 'RouteKey'),
    integration: found,
    ...(kind === 'JWT' && jwtAuthorizer
      ? { authorizer: jwtAuthorizer, scopes: listProperty<string>(properties, 'AuthorizationScopes') }
      : {}),
  });
  return { ref: stableId(input, 7) };
};

/** `AWS::ApiGatewayV2::Stage`: for an HTTP API only `$default`, which adds nothing to the path. */
const stage = (input: ResourceInput, state: ApiState): Provisioned => {
  const name = textProperty(input.properties, 'StageName');
  if (state.webSockets.has(textProperty(input.properties, 'ApiId'))) return webSocketApi.stage(input, state);
  if (name !== '$default') throw new Error(`the local cloud supports the stage $default, not ${name}`);
  state.gateway.defineStage(textProperty(input.properties, 'ApiId'));
  return { ref: physicalName(input) };
};

/** The provisioners of HTTP and WebSocket APIs. */
export const apiResources = (context: ApiContext): Readonly<Record<string, Provisioner>> => {
  const state: ApiState = { ...context, integrations: new Map(), authorizers: new Map() };
  return {
    'AWS::ApiGatewayV2::Api': (input) => api(input, state),
    'AWS::ApiGatewayV2::Authorizer': (input) => authorizer(input, state),
    'AWS::ApiGatewayV2::Integration': (input) => integration(input, state),
    'AWS::ApiGatewayV2::Route': (input) => route(input, state),
    'AWS::ApiGatewayV2::Stage': (input) => stage(input, state),
  };
};
