import { planFacts } from '../../lambdas/contract/plans.ts';
import { adminTexts } from '../../web/src/areas/admin/texts.ts';
import { appTexts } from '../../web/src/app/texts.ts';
import { authTexts as guardTexts } from '../../web/src/core/auth/texts.ts';
import { authTexts } from '../../web/src/features/auth/texts.ts';
import { landingTexts, layoutTexts } from '../../web/src/features/landing/texts.ts';
import { catalogTexts } from '../../web/src/features/catalog/texts.ts';
import { historyTexts } from '../../web/src/features/history/texts.ts';
import { libraryTexts } from '../../web/src/features/library/texts.ts';
import { playerTexts } from '../../web/src/features/player/texts.ts';
import { profileTexts } from '../../web/src/features/profile/texts.ts';
import { listenerTexts } from '../../web/src/areas/listener/texts.ts';
import { planTexts } from '../../web/src/features/plans/texts.ts';
import specificationTexts from './support/spec-texts.json';

/** Every string in a catalogue, however deep. */
const stringsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
};

const catalogue = new Set(stringsIn([
    adminTexts, appTexts, authTexts, catalogTexts, guardTexts, historyTexts, landingTexts, layoutTexts, libraryTexts, listenerTexts, planFacts, planTexts, playerTexts, profileTexts,
  ]));

describe('the catalogue of texts', () => {
  it.each(specificationTexts)('has %s, word for word as the specification', (text) => {
    expect(catalogue).toContain(text);
  });
});
