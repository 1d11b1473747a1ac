import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  types: [],
  noEmit: true,
};

/** The program that starts with `entry`. Packages are left out: only references among our own files count. */
const readProgram = (entry: string): ts.Program => {
  const host = ts.createCompilerHost(OPTIONS);
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const extension = text.startsWith('.') ? /\.tsx?$/.exec(text)?.[0] : undefined;
      const resolvedFileName = join(dirname(from), text);
      return { resolvedModule: extension === undefined ? undefined : { resolvedFileName, extension } };
    });
  return ts.createProgram({ rootNames: [entry], options: OPTIONS, host });
};

/** A property of an object literal in a catalog (`*texts.ts`): a text, or a group of texts. */
type Text = ts.PropertyAssignment | ts.ShorthandPropertyAssignment | ts.MethodDeclaration;

const isText = (node: ts.Node): node is Text =>
  (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isMethodDeclaration(node)) &&
  ts.isObjectLiteralExpression(node.parent) &&
  /texts\.ts$/.test(node.getSourceFile().fileName);

/** `(value)`, `value as T`, `value satisfies T`, `value!`. */
const isWrapped = (node: ts.Node): node is ts.AsExpression =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isNonNullExpression(node);

/** The texts and groups in a catalog, group or object literal, at any depth. */
const textsIn = (node: ts.Node | undefined): readonly Text[] => {
  if (!node) return [];
  if (isWrapped(node)) return textsIn(node.expression);
  if (ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)) return textsIn(node.initializer);
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.filter(isText).flatMap((property) => [property, ...textsIn(property)]);
};

type Declaration = ts.VariableDeclaration | ts.FunctionDeclaration | ts.ClassDeclaration;

const isDeclaration = (node: ts.Node): node is Declaration =>
  ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);

const isTypeOnly = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

/** The statements of a file; for a statement that declares variables, each of them. */
const partsOf = (file: ts.SourceFile): readonly ts.Node[] =>
  file.statements.flatMap((statement): readonly ts.Node[] =>
    ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [statement],
  );

/** The part of a file that contains a node. */
const partWith = (node: ts.Node): ts.Node => {
  const { parent } = node;
  if (ts.isSourceFile(parent)) return node;
  return ts.isVariableDeclaration(node) && ts.isSourceFile(parent.parent.parent) ? node : partWith(parent);
};

/** Finds the texts and the parts of files that names and expressions refer to, with the type checker. */
const createLookup = (checker: ts.TypeChecker) => {
  const declaredBy = (symbol: ts.Symbol | undefined): readonly ts.Node[] => {
    const original = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return (original?.declarations ?? [])
      .filter((node) => !ts.isSourceFile(node) && !node.getSourceFile().isDeclarationFile)
      .map((node) => (isText(node) ? node : partWith(node)));
  };
  const typesOf = (node: ts.Node): readonly ts.Type[] => {
    const type = checker.getTypeAtLocation(node);
    return type.isUnion() ? type.types : [type];
  };
  const memberOf = (node: ts.Node, name: string): readonly ts.Node[] =>
    typesOf(node).flatMap((type) => declaredBy(type.getProperty(name)));
  /** The object literals of catalogs that can be the value of an expression. */
  const groupsOf = (node: ts.Node): readonly ts.ObjectLiteralExpression[] =>
    typesOf(node)
      .flatMap(({ symbol }) => (symbol as ts.Symbol | undefined)?.declarations ?? [])
      .filter((declaration) => ts.isObjectLiteralExpression(declaration))
      .filter(({ properties: [first] }) => first !== undefined && isText(first));
  return {
    groupsOf,
    named: (name: ts.Node) =>
      declaredBy(
        ts.isShorthandPropertyAssignment(name.parent) && name.parent.name === name
          ? checker.getShorthandAssignmentValueSymbol(name.parent)
          : checker.getSymbolAtLocation(name),
      ),
    /** For `{ name }` on the left of an assignment. */
    bound: ({ parent, propertyName, name }: ts.BindingElement) => memberOf(parent, (propertyName ?? name).getText()),
    /** For `group[key]`: the texts that the type of the key allows. */
    indexed: ({ expression, argumentExpression }: ts.ElementAccessExpression): readonly ts.Node[] => {
      const keys = typesOf(argumentExpression);
      const groups = groupsOf(expression);
      return keys.every((key) => key.isStringLiteral() || key.isNumberLiteral())
        ? groups.flatMap((group) => keys.flatMap((key) => memberOf(group, String(key.value))))
        : groups.flatMap(textsIn);
    },
    /** What the module with this name in an import exports. */
    exported: (module: ts.Node, name: string) =>
      declaredBy(checker.getSymbolAtLocation(module)?.exports?.get(ts.escapeLeadingUnderscores(name))),
  };
};

type Lookup = ReturnType<typeof createLookup>;

/** The module names in `() => import('./file.ts')`. */
const importedBy = (node: ts.Node): readonly ts.Node[] => {
  if (ts.isArrowFunction(node)) return importedBy(node.body);
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? node.arguments : [];
};

/**
 * Calls `use` for every text and every part of a file that the code in `root` uses. Reading one text of a group, or
 * giving the group a shorter name, does not use its other texts. Passing the group on uses all of them.
 */
const visitUses = (root: ts.Node, lookup: Lookup, use: (node: ts.Node) => void): void => {
  const useFound = (found: readonly ts.Node[], whole: boolean): void => {
    for (const one of found) {
      if (!isText(one)) use(one);
      if (whole) [...(isText(one) ? [one] : []), ...textsIn(one)].forEach(use);
    }
  };
  /** `whole` is false for an expression of which only a property is read: `texts` in `texts.title`. */
  const visit = (node: ts.Node, whole = true): void => {
    if (isTypeOnly(node)) return;
    if (isWrapped(node)) visit(node.expression, whole || lookup.groupsOf(node).length === 0);
    else if (ts.isConditionalExpression(node)) {
      visit(node.condition);
      visit(node.whenTrue, whole);
      visit(node.whenFalse, whole);
    } else if (ts.isPropertyAccessExpression(node)) {
      const found = lookup.named(node.name);
      useFound(found, whole);
      visit(node.expression, !found.some(isText));
    } else if (ts.isElementAccessExpression(node)) {
      const found = lookup.indexed(node);
      useFound(found, whole);
      visit(node.expression, found.length === 0);
      visit(node.argumentExpression);
    } else if (ts.isVariableDeclaration(node)) {
      if (!ts.isIdentifier(node.name)) visit(node.name);
      if (node.initializer) visit(node.initializer, lookup.groupsOf(node.initializer).length === 0);
    } else if (ts.isBindingElement(node)) {
      if (ts.isObjectBindingPattern(node.parent)) useFound(lookup.bound(node), lookup.groupsOf(node.name).length === 0);
      if (!ts.isIdentifier(node.name)) visit(node.name);
      if (node.initializer) visit(node.initializer);
    } else if (ts.isIdentifier(node)) {
      // A local name belongs to the part around it, which does not use itself.
      useFound(
        lookup.named(node).filter((one) => isText(one) || one !== partWith(node)),
        whole,
      );
      if (whole) useFound(lookup.groupsOf(node).flatMap(textsIn), true);
    } else {
      if (ts.isCallExpression(node))
        for (const { text } of node.arguments.filter(ts.isStringLiteral))
          for (const module of node.arguments.flatMap(importedBy)) lookup.exported(module, text).forEach(use);
      ts.forEachChild(node, (child) => visit(child));
    }
  };
  visit(root);
};

/** What a program does not use. Texts and code as `file name`: `features/bulk/texts.ts bulkTexts.toasts.failed`. */
export interface Unused {
  readonly texts: readonly string[];
  /** Functions, constants and classes. */
  readonly code: readonly string[];
  /** Files that nothing imports. */
  readonly files: readonly string[];
}

/** `path name` of a text or declaration, with a path relative to `folder`. */
const nameOf = (folder: string, node: ts.Node): string => {
  const names: string[] = [];
  for (let at = node; !ts.isSourceFile(at); at = at.parent)
    if (isText(at) || isDeclaration(at)) names.unshift(at.name?.getText() ?? 'default');
  return `${relative(folder, node.getSourceFile().fileName).replaceAll('\\', '/')} ${names.join('.')}`;
};

/**
 * Finds the texts and the code in `folder` that the program with this entry does not use: follows every reference from
 * the entry through all files, by type. A key that occurs somewhere else is no reference, and neither is one in code
 * that nothing uses.
 */
export const findUnusedParts = (folder: string, entry: string): Unused => {
  const program = readProgram(join(folder, entry));
  const lookup = createLookup(program.getTypeChecker());
  const parts = program
    .getSourceFiles()
    .filter(({ isDeclarationFile }) => !isDeclarationFile)
    .flatMap(partsOf);
  const texts = parts.flatMap(textsIn);
  const catalogs = new Set(texts.map(partWith));

  const used = new Set<ts.Node>();
  const queue: ts.Node[] = [];
  const use = (node: ts.Node): void => {
    if (used.has(node)) return;
    used.add(node);
    queue.push(node);
  };
  // Statements run when their file is imported.
  for (const part of parts) if (!isDeclaration(part) && !isTypeOnly(part) && !ts.isImportDeclaration(part)) use(part);
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (!isText(node)) {
      if (!catalogs.has(node)) visitUses(node, lookup, use);
    } else if (textsIn(node).length === 0)
      visitUses(ts.isPropertyAssignment(node) ? node.initializer : node.name, lookup, use);
  }
  const unused = (nodes: readonly ts.Node[]) =>
    nodes
      .filter((node) => !used.has(node) && node.getSourceFile().fileName.startsWith(folder))
      .map((node) => nameOf(folder, node));
  return {
    texts: unused(texts.filter((text) => textsIn(text).length === 0)),
    code: unused(parts.filter((part) => isDeclaration(part) && !catalogs.has(part))),
    files: ts.sys
      .readDirectory(folder, ['.ts', '.tsx'])
      .filter((path) => !program.getSourceFile(path) && !path.endsWith('.d.ts'))
      .map((path) => relative(folder, path).replaceAll('\\', '/')),
  };
};
