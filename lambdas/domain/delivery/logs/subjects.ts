import { ContentId } from '../../../contract/shared.ts';

/** What is summed up by days and months: a title, or all titles of a creator. */
export type SumSubject = { readonly contentId: string } | { readonly creatorId: string };

/** The id of a title or creator. */
export const idOf = (subject: SumSubject): string => ('contentId' in subject ? subject.contentId : subject.creatorId);

/** The title or creator that has this id. */
export const subjectOf = (id: string): SumSubject =>
  ContentId.safeParse(id).success ? { contentId: id } : { creatorId: id };

/** The titles among these subjects, each once. */
export const titlesOf = (subjects: readonly (SumSubject | { readonly hour: string })[]): readonly string[] => [
  ...new Set(subjects.flatMap((subject) => ('contentId' in subject ? [subject.contentId] : []))),
];
