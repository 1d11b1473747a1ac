/** A reference from a value to something outside it. */
export type Reference =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'import'; readonly name: string }
  | { readonly kind: 'output'; readonly stack: string; readonly output: string };

/** The names in a `Fn::Sub` text: `${Name}` and `${Name.Attribute}`, without `${!literal}`. */
export const subNames = (text: string): readonly string[] =>
  [...text.matchAll(/\$\{([^!}][^}]*)\}/g)].map(([, name]) => (name ?? '').trim());

const intrinsic = (key: string, argument: unknown): readonly Reference[] | undefined => {
  if (key === 'Ref') return [{ kind: 'name', name: String(argument) }];
  if (key === 'Fn::GetAtt') {
    const id = Array.isArray(argument) ? String(argument[0]) : String(argument).split('.')[0];
    return [{ kind: 'name', name: id ?? '' }, ...(Array.isArray(argument) ? referencesOf(argument[1]) : [])];
  }
  if (key === 'Fn::Sub') {
    const [text, variables] = Array.isArray(argument)
      ? (argument as [string, Record<string, unknown>])
      : [String(argument), {}];
    const outer = subNames(text).filter((name) => !Object.hasOwn(variables, name));
    return [
      ...outer.map((name) => ({ kind: 'name', name: name.split('.')[0] ?? '' }) as const),
      ...referencesOf(variables),
    ];
  }
  if (key === 'Fn::ImportValue' && typeof argument === 'string') return [{ kind: 'import', name: argument }];
  if (key === 'Fn::GetStackOutput') {
    const { StackName, OutputName } = argument as { StackName: string; OutputName: string };
    return [{ kind: 'output', stack: String(StackName), output: String(OutputName) }];
  }
  return undefined;
};

/** All references in a template value, at any depth. */
export const referencesOf = (value: unknown): readonly Reference[] => {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const only = entries.length === 1 ? entries[0] : undefined;
  const found = only ? intrinsic(only[0], only[1]) : undefined;
  return found ?? entries.flatMap(([, inner]) => referencesOf(inner));
};
