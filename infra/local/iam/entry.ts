import { defineEngine } from '../engine.ts';
import { iamResources } from './resources.ts';

/** The template's roles and policies, by which every call is decided. */
export const iamEngine = defineEngine({
  name: 'IAM',
  create: ({ roles, policies }) => ({ instance: undefined, resources: iamResources({ roles, policies }) }),
});
