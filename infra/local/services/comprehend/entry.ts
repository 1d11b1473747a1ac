import { textPanel } from '../../console/texts.ts';
import { defineEngine } from '../../engine.ts';
import { createComprehendEngine } from './engine.ts';

/** Comprehend, on word lists and rules. */
export const comprehendEngine = defineEngine({
  name: 'Comprehend',
  faults: [
    {
      name: 'comprehend',
      label: 'Text analysis (Comprehend)',
      signingName: 'comprehend',
      throttled: ['ThrottlingException', 400, 'Rate exceeded'],
      failing: ['InternalServerException', 500, 'An internal server error occurred. Retry your request.'],
    },
  ],
  create({ clock, authorizeJson }) {
    const comprehend = createComprehendEngine({ clock, authorize: authorizeJson });
    return { instance: comprehend, services: [comprehend], panels: [textPanel(comprehend)] };
  },
});
