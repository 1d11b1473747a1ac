import * as z from 'zod/mini';
import type { Endpoint } from '../contract/endpoint.ts';
import { errorTable, type ErrorCode } from '../contract/errors.ts';
import { fieldNotes } from './field-notes.ts';

type Json = Readonly<Record<string, unknown>>;

/** JSON Schema of requests (`input`: fields with defaults are optional) or responses. */
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const description = fieldNotes.get(zodSchema);
      if (description !== undefined) jsonSchema.description = description;
    },
  }) as Json;
  return rest;
};

const parametersOf = (schema: z.ZodMiniType | undefined, location: 'path' | 'query'): readonly Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
};

/** Error codes of an endpoint: its own and those of the chain. */
const codesOf = ({
  auth,
  tokenUse,
  errors,
  params,
  query,
  body,
  beyondSessionLimit,
  beforeFactor,
  assurance,
  freshSeconds,
}: Endpoint): readonly ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...(params || query || body ? (['validation_failed'] as const) : []),
    ...(body ? (['malformed_json', 'body_too_large'] as const) : []),
    ...(auth === 'signature' ? (['signature_invalid'] as const) : []),
    ...(auth === 'public' || auth === 'signature' ? [] : (['account_disabled', 'account_locked'] as const)),
    ...(auth === 'token' ? (['smart_token_invalid'] as const) : []),
    ...(auth === 'token' && tokenUse !== 'any' ? (['wrong_token_use'] as const) : []),
    ...(auth === 'public' || auth === 'signature' || auth === 'token'
      ? []
      : (['token_invalid', 'session_ended', 'session_expired'] as const)),
    // While a response to a security alert restricts the user, and over the limit of a smart token.
    ...(auth === 'public' || auth === 'signature' ? [] : (['too_many_requests'] as const)),
    ...(auth === 'public' || auth === 'signature' || beforeFactor
      ? []
      : (['factor_required', 'insufficient_authentication'] as const)),
    ...(auth === 'public' || auth === 'signature' || auth === 'token' || beyondSessionLimit
      ? []
      : (['session_limit'] as const)),
    ...(auth === 'moderator' || auth === 'admin' ? (['forbidden'] as const) : []),
    ...(assurance === undefined && freshSeconds === undefined ? [] : (['insufficient_authentication'] as const)),
    ...errors,
    'internal_error',
    'unavailable',
  ]),
];

/** What API Gateway answers itself, before or instead of our functions. */
const gatewayAnswers = ({ auth, body }: Endpoint): ReadonlyMap<number, string> =>
  new Map([
    ...(['user', 'moderator', 'admin'].includes(auth) ? [[401, 'No valid access token'] as const] : []),
    ...(body ? [[413, 'The request is larger than 10 MB'] as const] : []),
    [429, 'Too many requests to the whole API'],
    [500, 'The function ended with an error'],
    [503, 'The function did not answer in time'],
  ]);

const errorResponses = (endpoint: Endpoint): Json => {
  const byStatus = Map.groupBy<number, ErrorCode>(codesOf(endpoint), (code) => errorTable[code].status);
  const gateway = gatewayAnswers(endpoint);
  return Object.fromEntries(
    [...new Set<number>([...byStatus.keys(), ...gateway.keys()])].map((status) => {
      const codes = byStatus.get(status) ?? [];
      const message = gateway.get(status);
      return [
        status,
        {
          description: [
            ...codes.map((code) => `\`${code}\`: ${errorTable[code].title}`),
            ...(message ? [`From the gateway: ${message}`] : []),
          ].join('\n'),
          content: {
            ...(codes.length > 0
              ? { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
              : {}),
            ...(message ? { 'application/json': { schema: { $ref: '#/components/schemas/GatewayMessage' } } } : {}),
          },
        },
      ];
    }),
  );
};

const successResponses = ({ responses }: Endpoint): Json =>
  Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [
      status,
      schema
        ? {
            description: 'Success',
            content: { 'application/json': { schema: schemaOf(schema, 'output') } },
          }
        : { description: 'Success, no body' },
    ]),
  );

/** Allowed callers. Each entry is sufficient. OpenAPI 3.1 allows role names next to the token. */
const security = ({ auth, tokenUse }: Endpoint): readonly Json[] => {
  if (auth === 'public' || auth === 'signature') return [];
  if (auth === 'token') return [{ smartToken: tokenUse === 'any' || tokenUse === undefined ? [] : [tokenUse] }];
  if (auth === 'admin') return [{ accessToken: ['admin'] }];
  if (auth === 'moderator') return [{ accessToken: ['moderator'] }, { accessToken: ['admin'] }];
  return auth === 'optional' ? [{}, { accessToken: [] }] : [{ accessToken: [] }];
};

const operationOf = (key: string, endpoint: Endpoint): Json => ({
  operationId: key,
  tags: [key.split('.')[0]],
  summary: endpoint.summary,
  security: security(endpoint),
  parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
  ...(endpoint.body
    ? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } } }
    : {}),
  responses: { ...successResponses(endpoint), ...errorResponses(endpoint) },
});

/** Schema of `application/problem+json` responses. */
const problemSchema: Json = {
  type: 'object',
  required: ['code', 'title', 'status', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorTable) },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    requestId: { type: 'string' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** Body of a response that API Gateway creates itself. */
const gatewayMessageSchema: Json = {
  type: 'object',
  required: ['message'],
  properties: { message: { type: 'string' } },
};

/** The OpenAPI 3.1 document of a table of endpoints. */
export const openApiDocument = (endpoints: Readonly<Record<string, Endpoint>>): Json & { readonly openapi: string } => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [key, endpoint] of Object.entries(endpoints)) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(key, endpoint);
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Soundstage', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    // Relative to the address of this document, which is below `/api`.
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Problem: problemSchema, GatewayMessage: gatewayMessageSchema },
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        smartToken: {
          type: 'http',
          scheme: 'DPoP',
          description: 'A smart token, with a new proof of its key in the header `DPoP` for each call (RFC 9449).',
        },
      },
    },
  };
};
