import { LOCAL_REGION } from '../aws/service.ts';
import { physicalName, stableId } from './names.ts';
import * as webSocketApi from './websocket-api.ts';
import { listProperty, numberProperty, type Provisioner, recordProperty, textProperty } from './types.ts';

/** `AWS::ApiGatewayV2::Api`. */
export const api: Provisioner = (input, cloud) => {
  const protocol = input.properties['ProtocolType'];
  if (protocol === 'WEBSOCKET') return webSocketApi.api(input, cloud);
  if (protocol !== 'HTTP') throw new Error(`the local cloud does not support the protocol ${String(protocol)}`);
  if (input.properties['CorsConfiguration'] !== undefined)
    throw new Error('the local cloud does not support CorsConfiguration, because the site is a single origin');
  const id = stableId(input, 10);
  cloud.gateway.defineApi(id);
  return { ref: id, attributes: { ApiId: id, ApiEndpoint: `https://${id}.execute-api.${LOCAL_REGION}.amazonaws.com` } };
};

/** `AWS::ApiGatewayV2::Integration` with a Lambda function, payload format 2.0. */
export const integration: Provisioner = (input, cloud) => {
  const { properties } = input;
  if (cloud.webSockets.has(textProperty(properties, 'ApiId'))) return webSocketApi.integration(input, cloud);
  const kind = `${String(properties['IntegrationType'])} ${String(properties['PayloadFormatVersion'])}`;
  if (kind !== 'AWS_PROXY 2.0') throw new Error(`the local cloud supports AWS_PROXY 2.0, not ${kind}`);
  const functionArn = textProperty(properties, 'IntegrationUri');
  if (!cloud.functions.find(functionArn)) throw new Error(`function ${functionArn} does not exist`);
  const timeoutMs = numberProperty(properties, 'TimeoutInMillis');
  const id = stableId(input, 7);
  cloud.integrations.set(id, { functionArn, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  return { ref: id, attributes: { IntegrationId: id } };
};

/** `AWS::ApiGatewayV2::Authorizer` of the JWT kind, with the token in a header. */
export const authorizer: Provisioner = (input, cloud) => {
  const { properties } = input;
  if (properties['AuthorizerType'] !== 'JWT')
    throw new Error(`the local cloud supports JWT, not ${String(properties['AuthorizerType'])}`);
  const [source = ''] = listProperty<string>(properties, 'IdentitySource');
  const header = /^\$request\.header\.([\w-]+)$/.exec(source)?.[1];
  if (!header) throw new Error(`the local cloud does not support the identity source ${source}`);
  const configuration = recordProperty(properties, 'JwtConfiguration');
  const id = stableId(input, 6);
  cloud.authorizers.set(id, {
    issuer: textProperty(configuration, 'Issuer'),
    audience: listProperty<string>(configuration, 'Audience'),
    header: header.toLowerCase(),
  });
  return { ref: id, attributes: { AuthorizerId: id } };
};

/** `AWS::ApiGatewayV2::Route`. */
export const route: Provisioner = (input, cloud) => {
  const { properties } = input;
  const target = textProperty(properties, 'Target');
  const found = cloud.integrations.get(target.replace(/^integrations\//, ''));
  if (!found) throw new Error(`integration ${target} does not exist`);
  if (cloud.webSockets.has(textProperty(properties, 'ApiId'))) return webSocketApi.route(input, cloud, found);
  const kind = properties['AuthorizationType'] ?? 'NONE';
  const jwtAuthorizer = cloud.authorizers.get(String(properties['AuthorizerId']));
  if (kind !== 'NONE' && (kind !== 'JWT' || !jwtAuthorizer))
    throw new Error(`the local cloud does not support the authorization ${String(kind)}`);
  cloud.gateway.defineRoute(textProperty(properties, 'ApiId'), {
    key: textProperty(properties, 'RouteKey'),
    integration: found,
    ...(kind === 'JWT' && jwtAuthorizer
      ? { authorizer: jwtAuthorizer, scopes: listProperty<string>(properties, 'AuthorizationScopes') }
      : {}),
  });
  return { ref: stableId(input, 7) };
};

/** `AWS::ApiGatewayV2::Stage`: for an HTTP API only `$default`, which adds nothing to the path. */
export const stage: Provisioner = (input, cloud) => {
  const name = textProperty(input.properties, 'StageName');
  if (cloud.webSockets.has(textProperty(input.properties, 'ApiId'))) return webSocketApi.stage(input, cloud);
  if (name !== '$default') throw new Error(`the local cloud supports the stage $default, not ${name}`);
  cloud.gateway.defineStage(textProperty(input.properties, 'ApiId'));
  return { ref: physicalName(input) };
};
