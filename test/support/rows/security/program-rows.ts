import { securityAlertRows } from './alert-rows.ts';
import { behaviorRows } from './behavior-rows.ts';
import { phaseRows, securityRows } from './event-and-phase-rows.ts';
import { securityResponseRows } from './response-rows.ts';
import { tokenRows } from './token-rows.ts';

/** A valid call for each endpoint of the security center and of smart tokens, and what it needs in the table. */
export const securityProgramRows = (keeper: string) => {
  const [alerts, behavior, responses, tokens] = [
    securityAlertRows(),
    behaviorRows(),
    securityResponseRows(),
    tokenRows(keeper),
  ];
  return {
    stored: [...alerts.stored, ...behavior.stored, ...responses.stored, ...tokens.stored],
    calls: {
      ...securityRows(),
      ...alerts.calls,
      ...responses.calls,
      ...tokens.calls,
      ...behavior.calls,
      ...phaseRows(),
    },
  };
};
