import { tokenAccessEndpoints } from './security/token-access.ts';

/** Endpoints that users' scripts call with a smart token. The web application doesn't download them. */
export const scriptEndpoints = { ...tokenAccessEndpoints };
