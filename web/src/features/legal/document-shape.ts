/** One section of a document, with any of paragraphs, a list, a table, and links. */
export interface DocumentSection {
  /** ID of the section in links. */
  readonly id: string;
  readonly title: string;
  readonly paragraphs?: readonly string[];
  readonly points?: readonly string[];
  readonly table?: { readonly heads: readonly string[]; readonly rows: readonly (readonly [string, ...string[]])[] };
  readonly links?: readonly { readonly href: string; readonly text: string }[];
}

/** A text page, such as the terms of use. */
export interface LegalDocument {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly DocumentSection[];
}
