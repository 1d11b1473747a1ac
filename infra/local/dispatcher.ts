import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticate, sendError, signedService } from './aws/authentication.ts';
import { AwsError, type CredentialStore, type LocalService } from './aws/service.ts';
import type { FaultSwitch } from './console/fault-switch.ts';
import { FOREIGN_REQUEST, isOwnRequest } from './console/guard.ts';

/** Handles a path of the internal server that is not an AWS call. */
export type PathHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The internal AWS endpoint: one server for every service. */
export interface Dispatcher {
  register(service: LocalService): void;
  /** Handles unsigned requests to paths that start with `prefix`. */
  serve(prefix: string, handler: PathHandler): void;
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/**
 * Creates the dispatcher. A request goes to the service it is signed for, with its signer. Unknown keys and wrong or
 * old signatures are rejected, as by AWS, and so are requests of other sites in a browser. A fault set in the console
 * affects every caller of the service.
 */
export const createDispatcher = (credentials: CredentialStore, faults?: Pick<FaultSwitch, 'interfere'>): Dispatcher => {
  const services = new Map<string, LocalService>();
  const paths = new Map<string, PathHandler>();

  const serviceOf = (request: IncomingMessage): LocalService => {
    const signingName = signedService(request);
    const target = String(request.headers['x-amz-target'] ?? '');
    const open = [...services.values()].find(({ unsignedTarget: start }) => start && target.startsWith(start));
    if (signingName === undefined && open) return open;
    if (signingName === undefined)
      throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token', 403);
    const service = services.get(signingName);
    if (!service) throw new AwsError('UnknownOperationException', `The local cloud does not support ${signingName}`);
    return service;
  };

  return {
    register: (service) => void services.set(service.signingName, service),
    serve: (prefix, handler) => void paths.set(prefix, handler),
    async handle(request, response) {
      let protocol: LocalService['errorProtocol'] = 'json';
      try {
        if (!isOwnRequest(request)) throw new AwsError('AccessDeniedException', FOREIGN_REQUEST, 403);
        for (const [prefix, handler] of paths)
          if (request.url?.startsWith(prefix)) return await handler(request, response);
        const service = serviceOf(request);
        ({ errorProtocol: protocol = 'json' } = service);
        if (await faults?.interfere(service.signingName, request, response)) return undefined;
        const isOpen = service.authenticates || (service.unsignedTarget && signedService(request) === undefined);
        const caller = isOpen ? undefined : await authenticate(request, service, credentials);
        return await service.handle(request, response, caller);
      } catch (error) {
        if (!(error instanceof AwsError)) throw error;
        return sendError(request, response, error, protocol);
      }
    },
  };
};
