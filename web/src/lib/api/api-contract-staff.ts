/** The endpoints for staff, and of users' own security events. Loaded by `import()` with their first call. */
export { staffEndpoints } from '../../../../lambdas/contract/staff-endpoints.ts';
