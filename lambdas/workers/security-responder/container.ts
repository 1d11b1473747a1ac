import { createSecurityAlertRepository } from '../../data/admin/security-alert-repository.ts';
import { createSecurityEventRepository } from '../../data/admin/security-event-repository.ts';
import { createSecurityResponseRepository } from '../../data/admin/security-response-repository.ts';
import { createSecuritySettingsRepository } from '../../data/admin/security-settings-repository.ts';
import { readAdminAddresses } from '../../data/people/admin-repository.ts';
import { createTable } from '../../data/table/table.ts';
import type { Logger } from '../../domain/logger.ts';
import type { StoredAlert } from '../../domain/security/alert.ts';
import { notifyAdmins } from '../../domain/security/notify-admins.ts';
import { createDocumentClient } from '../../platform/aws-clients.ts';
import { createMailer } from '../../platform/messages/mailer.ts';
import { createParameters } from '../../platform/parameters.ts';
import type { Env } from './env.ts';
import { parseEvent } from './message.ts';
import { respondToAlert } from './respond-to-alert.ts';

/** Composes the worker. */
export const createHandler = (env: Env, logger: Logger) => {
  const table = createTable(createDocumentClient(), env.TABLE_NAME);
  const parameters = createParameters();
  const mails = {
    adminAddresses: () => readAdminAddresses(table),
    mailer: createMailer(env.MAIL_FROM),
    siteUrl: () => parameters.read(env.SITE_URL_PARAMETER),
    logger,
  };
  const deps = {
    alerts: createSecurityAlertRepository(table, logger),
    settings: createSecuritySettingsRepository(table),
    responses: createSecurityResponseRepository(table, logger),
    events: createSecurityEventRepository(table),
    notify: (alert: StoredAlert) => notifyAdmins(mails, alert),
    logger,
    now: Date.now,
  };
  return (event: unknown): Promise<void> => respondToAlert(deps, parseEvent(event));
};
