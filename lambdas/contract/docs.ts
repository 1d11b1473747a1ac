import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const docsEndpoints = {
  'docs.get-openapi': endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    auth: 'public',
    summary: 'Returns the OpenAPI 3.1 document of this API.',
    responses: { 200: z.looseObject({ openapi: z.string() }) },
    errors: [],
  }),
};
