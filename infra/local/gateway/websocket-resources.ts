import type { Functions } from '../functions/functions.ts';
import { stableId } from '../resources/names.ts';
import { numberProperty, type Provisioned, type ResourceInput, textProperty } from '../resources/types.ts';
import type { Integration } from './integration.ts';
import type { WebSocketGateway } from './websocket-gateway.ts';

/** What WebSocket APIs of the template consist of. */
interface WebSocketState {
  readonly webSockets: WebSocketGateway;
  readonly functions: Pick<Functions, 'find'>;
  readonly integrations: Map<string, Integration>;
}

/** Rejects properties without an effect here, because AWS would apply them. */
const rejectProperties = ({ properties }: ResourceInput, ...names: readonly string[]): void => {
  const found = names.find((name) => properties[name] !== undefined);
  if (found !== undefined) throw new Error(`the local cloud does not support ${found} of a WebSocket API`);
};

/** `AWS::ApiGatewayV2::Api` of the WebSocket protocol. Its `ApiEndpoint` is its own host, as on AWS. */
export const api = async (input: ResourceInput, { webSockets }: WebSocketState): Promise<Provisioned> => {
  rejectProperties(input, 'ApiKeySelectionExpression', 'DisableSchemaValidation');
  const id = stableId(input, 10);
  const endpoint = await webSockets.defineApi(id, textProperty(input.properties, 'RouteSelectionExpression'));
  return { ref: id, attributes: { ApiId: id, ApiEndpoint: endpoint } };
};

/**
 * `AWS::ApiGatewayV2::Integration` of a WebSocket API: Lambda proxy, with the function in an
 * `arn:…:lambda:path/…/invocations`.
 */
export const integration = (input: ResourceInput, { functions, integrations }: WebSocketState): Provisioned => {
  const { properties } = input;
  rejectProperties(
    input,
    'ContentHandlingStrategy',
    'RequestTemplates',
    'TemplateSelectionExpression',
    'CredentialsArn',
    'ConnectionId',
  );
  const type = textProperty(properties, 'IntegrationType');
  if (type !== 'AWS_PROXY') throw new Error(`the local cloud supports AWS_PROXY, not ${type}`);
  const uri = textProperty(properties, 'IntegrationUri');
  const functionArn = /:lambda:path\/2015-03-31\/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? '';
  if (!functions.find(functionArn)) throw new Error(`the function of ${uri} does not exist`);
  const timeoutMs = numberProperty(properties, 'TimeoutInMillis');
  const id = stableId(input, 7);
  integrations.set(id, { functionArn, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  return { ref: id, attributes: { IntegrationId: id } };
};

/**
 * `AWS::ApiGatewayV2::Route` of a WebSocket API, without an authorizer: the `$connect` route's function decides who may
 * connect.
 */
export const route = (input: ResourceInput, { webSockets }: WebSocketState, target: Integration): Provisioned => {
  const { properties } = input;
  rejectProperties(
    input,
    'RouteResponseSelectionExpression',
    'ModelSelectionExpression',
    'RequestModels',
    'RequestParameters',
    'AuthorizerId',
  );
  const kind = properties['AuthorizationType'] ?? 'NONE';
  if (kind !== 'NONE')
    throw new Error(`the local cloud does not support the authorization ${String(kind)} of a WebSocket API`);
  if (properties['ApiKeyRequired'] === true) throw new Error('the local cloud does not support API keys');
  webSockets.defineRoute(textProperty(properties, 'ApiId'), textProperty(properties, 'RouteKey'), target);
  const id = stableId(input, 7);
  return { ref: id, attributes: { RouteId: id } };
};

/** `AWS::ApiGatewayV2::Stage` of a WebSocket API: the first segment of the path. */
export const stage = (input: ResourceInput, { webSockets }: WebSocketState): Provisioned => {
  rejectProperties(input, 'StageVariables', 'ClientCertificateId');
  const name = textProperty(input.properties, 'StageName');
  webSockets.defineStage(textProperty(input.properties, 'ApiId'), name);
  return { ref: name };
};
