/** The endpoints for moderators and administrators only. Loaded by `import()` with their first call. */
export { staffEndpoints } from '../../../../lambdas/contract/staff-endpoints.ts';
