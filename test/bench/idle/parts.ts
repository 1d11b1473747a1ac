import type { Assembly } from '../../support/stack/assembly.ts';

/** The scopes of the analysis in the stack of the media features. */
const ANALYSIS = /^(Analysis|Transcripts|Safety)/;

/** The resources that only the analysis of titles needs. */
export const analysisPart = ({ templates }: Pick<Assembly, 'templates'>): Pick<Assembly, 'templates'> => ({
  templates: {
    Media: {
      Resources: Object.fromEntries(
        Object.entries(templates['Media']?.Resources ?? {}).filter(([id]) => ANALYSIS.test(id)),
      ),
    },
  },
});

/** The resources of these scopes, of all stacks. */
const partOf =
  (scopes: RegExp) =>
  ({ templates }: Pick<Assembly, 'templates'>): Pick<Assembly, 'templates'> => ({
    templates: Object.fromEntries(
      Object.entries(templates).map(([stack, { Resources }]) => [
        stack,
        { Resources: Object.fromEntries(Object.entries(Resources).filter(([id]) => scopes.test(id))) },
      ]),
    ),
  });

/** The resources that only privacy needs: exports, erasures, retention and consent. */
export const privacyPart = partOf(/^(DataRequests|Privacy|Retention)/);

/** The resources that only payments need, with the plans that administrators give. */
export const billingPart = partOf(/^(Billing|StripeWebhook|PersonPlans)/);

/** The resources that only the delivery's logs, numbers and monitor need, and the numbers of plays. */
export const deliveryPart = partOf(/^(Delivery|Plays)/);

/** The resources that only sessions and devices need. */
export const sessionsPart = partOf(/^Sessions/);

/** The resources that only the security center needs: events, alerts and responses. */
export const securityCenterPart = partOf(/^Security/);

/** The resources that only behavioral analysis, smart tokens, and the phases with their daily check need. */
export const securityProgramPart = partOf(/^(Behavior|Tokens|Phases)/);
