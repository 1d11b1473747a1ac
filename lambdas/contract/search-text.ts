/** Characters of a search at most (specification, section 9). */
export const SEARCH_LENGTH = 100;

/** A search as the administrators' search box cleans it: without `< > ' " & { } [ ]`, 100 characters at most, trimmed (specification, section 5). */
export const cleanSearch = (text: string): string => text.replaceAll(/[<>'"&{}[\]]/g, '').slice(0, SEARCH_LENGTH).trim();
