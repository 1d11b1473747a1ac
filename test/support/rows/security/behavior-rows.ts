import { counted } from '../../behavior.ts';
import { somePerson } from '../people-rows.ts';

/** A valid call for each endpoint of behavioral patterns, and the user whose patterns are listed. */
export const behaviorRows = () => {
  const seen = somePerson();
  return {
    stored: seen.items,
    calls: {
      // The callers allow nothing, so nothing is stored.
      'behavior.record-pattern': [
        {
          input: {
            body: { pattern_type: 'streaming', pattern_data: counted({ plays: 1 }), page: 'ab'.repeat(16), seq: 1 },
          },
          success: 403,
        },
      ],
      'behavior.list-patterns': [{ input: { params: { userId: seen.person.id } }, success: 200 }],
    } as const,
  };
};
