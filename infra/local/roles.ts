/** An IAM policy document, resolved. */
export interface PolicyDocument {
  readonly Statement: readonly Readonly<Record<string, unknown>>[];
}

/** The roles of the template and what their policies say. */
export interface RoleBook {
  define(arn: string, name: string, documents: readonly PolicyDocument[]): void;
  /** Adds a policy to a role, by name. Policies may come before their role. */
  attach(roleName: string, document: PolicyDocument): void;
  /** Every policy document of a role. */
  documents(arn: string): readonly PolicyDocument[];
}

/** Makes an empty book. */
export const createRoleBook = (): RoleBook => {
  const names = new Map<string, string>();
  const byName = new Map<string, PolicyDocument[]>();
  const attach: RoleBook['attach'] = (roleName, document) => void byName.set(roleName, [...(byName.get(roleName) ?? []), document]);
  return {
    define(arn, name, documents) {
      names.set(arn, name);
      for (const document of documents) attach(name, document);
    },
    attach,
    documents: (arn) => byName.get(names.get(arn) ?? '') ?? [],
  };
};
