import { JOB_ERRORS, JobError } from './job-error.ts';
import { planJob } from './plan.ts';
import type { JobSettings } from './settings.ts';

/** The permissions of the template's roles for MediaConvert. */
export interface JobRoles {
  trusts(roleArn: string, service: string): boolean;
  allows(roleArn: string, action: string, resource: string): boolean;
}

const objectArn = (bucket: string, key: string): string => `arn:aws:s3:::${bucket}/${key}`;

/**
 * Checks that a job's role may read the input and write every output.
 * @throws JobError with MediaConvert's code and text
 */
export const requireJobRole = (roles: JobRoles, roleArn: string, settings: JobSettings): void => {
  if (!roles.trusts(roleArn, 'mediaconvert.amazonaws.com')) {
    throw new JobError(
      JOB_ERRORS.roleNotAssumed,
      `Unable to assume the role ${roleArn}: it does not trust mediaconvert.amazonaws.com`,
    );
  }
  const { input, encodes } = planJob(settings);
  if (!roles.allows(roleArn, 's3:GetObject', objectArn(input.bucket, input.key))) {
    throw new JobError(
      JOB_ERRORS.inputDenied,
      `Unable to open input file [s3://${input.bucket}/${input.key}]: [Failed probe/open: [Access Denied]]`,
    );
  }
  for (const { bucket, folder, name } of encodes) {
    if (roles.allows(roleArn, 's3:PutObject', objectArn(bucket, `${folder}${name}`))) continue;
    throw new JobError(
      JOB_ERRORS.outputDenied,
      `Unable to write to output file [s3://${bucket}/${folder}${name}]: [Failed to write data: Access Denied]`,
    );
  }
};
