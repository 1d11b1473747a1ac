/** One part of a document: prose, points, a table, links; whatever it has. */
export interface DocumentSection {
  /** Anchor of the section. */
  readonly id: string;
  readonly title: string;
  readonly paragraphs?: readonly string[];
  readonly points?: readonly string[];
  readonly table?: { readonly heads: readonly string[]; readonly rows: readonly (readonly [string, ...string[]])[] };
  readonly links?: readonly { readonly href: string; readonly text: string }[];
}

/** A document to read. */
export interface LegalDocument {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly DocumentSection[];
}
