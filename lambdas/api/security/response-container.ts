import { ulid } from 'ulid';
import { createSecurityAlertRepository } from '../../data/admin/security-alert-repository.ts';
import { createSecurityResponseRepository } from '../../data/admin/security-response-repository.ts';
import { createSecuritySettingsRepository } from '../../data/admin/security-settings-repository.ts';
import { readAdminAddresses } from '../../data/people/admin-repository.ts';
import { createProfileNames } from '../../data/people/profile-names.ts';
import type { Table } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import { notifyAdmins } from '../../domain/security/notify-admins.ts';
import { createMailer } from '../../platform/messages/mailer.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import type { ResponsesDeps } from './response-deps.ts';

/** Composes what the use cases of responses need. */
export const createResponsesDeps = (
  env: Pick<Env, 'MAIL_FROM' | 'SITE_URL_PARAMETER'>,
  table: Table,
  logger: Logger,
): ResponsesDeps => {
  const parameters = createParameters();
  const mails = {
    adminAddresses: () => readAdminAddresses(table),
    mailer: createMailer(env.MAIL_FROM),
    siteUrl: () => parameters.read(env.SITE_URL_PARAMETER),
    logger,
  };
  return {
    alerts: createSecurityAlertRepository(table, logger),
    responses: createSecurityResponseRepository(table, logger),
    settings: createSecuritySettingsRepository(table),
    profiles: createProfileNames(table),
    notify: (alert) => notifyAdmins(mails, alert),
    now: Date.now,
    newId: ulid,
  };
};
