import { sensitiveLabels, toxicMeaning } from '../../../../lambdas/domain/analysis/categories.ts';

const label = (Name: string, ParentName = '', Confidence = 90) => ({
  Name,
  ParentName,
  TaxonomyLevel: ParentName === '' ? 1 : 2,
  Confidence,
});
const found = (...labels: Parameters<typeof sensitiveLabels>[0]) =>
  sensitiveLabels(labels).map(({ category, risk, label: { Name } }) => [Name, category, risk]);

describe('the meaning of labels', () => {
  it('is a category and one of its four risks, each of which occurs', () => {
    expect(found(label('Explicit'), label('Violence'), label('Rude Gestures'), label('Alcohol'))).toEqual([
      ['Explicit', 'adult', 'floor'],
      ['Violence', 'crime', 'high'],
      ['Rude Gestures', 'profanity', 'medium'],
      ['Alcohol', 'drugs', 'low'],
    ]);
  });

  it('has the risk of the label that is kept for its category', () => {
    expect(found(label('Violence'), label('Graphic Violence', 'Violence'))).toEqual([
      ['Graphic Violence', 'conflict', 'floor'],
    ]);
    expect(found(label('Alcohol', '', 60), label('Drugs & Tobacco', '', 80))).toEqual([
      ['Drugs & Tobacco', 'drugs', 'high'],
    ]);
  });

  it('is known for labels of toxic text, and unknown for others', () => {
    expect(['HATE_SPEECH', 'SEXUAL', 'PROFANITY'].map((name) => toxicMeaning(name)?.risk)).toEqual([
      'floor',
      'high',
      'medium',
    ]);
    expect(toxicMeaning('constructor')).toBeUndefined();
  });
});
