/**
 * The part of the contract that only moderators and administrators need. Loaded by `import()` with their first call.
 */
export { staffEndpoints } from '../../../../lambdas/contract/staff-endpoints.ts';
