/** An IAM policy document, resolved. */
export interface PolicyDocument {
  readonly Statement: readonly Readonly<Record<string, unknown>>[] | Readonly<Record<string, unknown>>;
}

/** A role of the template. */
export interface RoleDefinition {
  readonly arn: string;
  readonly name: string;
  /** Its inline policies. */
  readonly documents: readonly PolicyDocument[];
}

/** The roles of the template with their policies. */
export interface RoleBook {
  define(role: RoleDefinition): void;
  /** Adds a policy to a role, by name. A policy may be added before its role. */
  attach(roleName: string, document: PolicyDocument): void;
  /** Every policy document of a role: the same array until another document is attached. */
  documents(arn: string): readonly PolicyDocument[];
  list(): readonly RoleDefinition[];
}

const NONE: readonly PolicyDocument[] = [];

/** Creates an empty role book. */
export const createRoleBook = (): RoleBook => {
  const roles = new Map<string, RoleDefinition>();
  const byName = new Map<string, readonly PolicyDocument[]>();
  const attach: RoleBook['attach'] = (roleName, document) =>
    void byName.set(roleName, [...(byName.get(roleName) ?? NONE), document]);
  return {
    define(role) {
      roles.set(role.arn, role);
      for (const document of role.documents) attach(role.name, document);
    },
    attach,
    documents: (arn) => byName.get(roles.get(arn)?.name ?? '') ?? NONE,
    list: () => [...roles.values()],
  };
};
