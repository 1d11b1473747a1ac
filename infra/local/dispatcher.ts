import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError, type CredentialStore, type LocalService, sendJsonError } from './aws/service.ts';
import type { FaultSwitch } from './console/fault-switch.ts';

/** Handles a path of the internal server that is not an AWS call. */
export type PathHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The internal AWS endpoint: one server for every service. */
export interface Dispatcher {
  register(service: LocalService): void;
  /** Handles unsigned requests to paths that start with `prefix`. */
  serve(prefix: string, handler: PathHandler): void;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** The access key and service that a request is signed with. */
export interface CredentialScope {
  readonly accessKeyId: string;
  readonly service: string;
}

const SCOPE = /Credential=([^/,\s]+)\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/;

/** Reads the credential scope of a signed or presigned request. */
export const credentialScope = (authorization: string | undefined, url: string): CredentialScope | undefined => {
  const mark = url.indexOf('?');
  const presigned = mark < 0 ? null : new URLSearchParams(url.slice(mark)).get('X-Amz-Credential');
  const [, accessKeyId, service] = SCOPE.exec(authorization ?? '') ?? SCOPE.exec(`Credential=${presigned ?? ''}`) ?? [];
  return accessKeyId && service ? { accessKeyId, service } : undefined;
};

/**
 * Creates the dispatcher. A request goes to the service it is signed for, with the caller that the key belongs to. An
 * unknown key is rejected. Only S3 verifies signatures, because only S3 is reached with presigned URLs. A fault set in
 * the console affects every caller of the service.
 */
export const createDispatcher = (credentials: CredentialStore, faults?: Pick<FaultSwitch, 'interfere'>): Dispatcher => {
  const services = new Map<string, LocalService>();
  const paths = new Map<string, PathHandler>();
  return {
    register: (service) => void services.set(service.signingName, service),
    serve: (prefix, handler) => void paths.set(prefix, handler),
    async handle(request, response) {
      const url = request.url ?? '/';
      for (const [prefix, handler] of paths) if (url.startsWith(prefix)) return handler(request, response);
      const scope = credentialScope(request.headers.authorization, url);
      if (!scope)
        return sendJsonError(
          response,
          new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403),
        );
      const service = services.get(scope.service);
      if (!service) {
        return sendJsonError(
          response,
          new AwsError('UnknownOperationException', `The local cloud does not support ${scope.service}`),
        );
      }
      const caller = credentials.find(scope.accessKeyId);
      if (!caller && scope.service !== 's3') {
        return sendJsonError(
          response,
          new AwsError('UnrecognizedClientException', 'The security token included in the request is invalid.', 403),
        );
      }
      if (await faults?.interfere(scope.service, request, response)) return undefined;
      return service.handle(request, response, caller);
    },
  };
};
