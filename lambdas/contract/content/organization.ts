/** Id of the default creator of content, which is the organization that runs the stage. */
export const ORGANIZATION_CREATOR_ID = 'crt_00000000000000000000000000';
