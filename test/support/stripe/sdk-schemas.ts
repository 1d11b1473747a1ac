import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A JSON Schema (draft 7) of the subset that the SDK's types need. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schemas of all objects, by the name of the SDK's type. */
export interface SchemaDocument {
  /** Version of the SDK that they were made from. */
  readonly sdk: string;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/** The objects that the local Stripe returns: file in the SDK's `resources`, name of the type. */
const OBJECTS = {
  Customer: ['Customers', 'Customer'],
  DeletedCustomer: ['Customers', 'DeletedCustomer'],
  Product: ['Products', 'Product'],
  Price: ['Prices', 'Price'],
  PaymentMethod: ['PaymentMethods', 'PaymentMethod'],
  Subscription: ['Subscriptions', 'Subscription'],
  SubscriptionItem: ['SubscriptionItems', 'SubscriptionItem'],
  SubscriptionSchedule: ['SubscriptionSchedules', 'SubscriptionSchedule'],
  Invoice: ['Invoices', 'Invoice'],
  CheckoutSession: ['Checkout/Sessions', 'Session'],
  LineItem: ['LineItems', 'LineItem'],
  PortalConfiguration: ['BillingPortal/Configurations', 'Configuration'],
  PortalSession: ['BillingPortal/Sessions', 'Session'],
  Event: ['Events', 'EventBase'],
  WebhookEndpoint: ['WebhookEndpoints', 'WebhookEndpoint'],
  DeletedWebhookEndpoint: ['WebhookEndpoints', 'DeletedWebhookEndpoint'],
  DeletedTestClock: ['TestHelpers/TestClocks', 'DeletedTestClock'],
  TestClock: ['TestHelpers/TestClocks', 'TestClock'],
} as const;

export type ObjectName = keyof typeof OBJECTS;

const SDK = path.join(import.meta.dirname, '../../../node_modules/stripe');

/** The installed version of the SDK. */
export const sdkVersion = (): string =>
  (JSON.parse(readFileSync(path.join(SDK, 'package.json'), 'utf8')) as { version: string }).version;

/** An object of the API: an interface with a literal `object`. */
const kindOf = (checker: ts.TypeChecker, type: ts.Type): string | undefined => {
  const property = type.getProperty('object');
  const kind = property && checker.getTypeOfSymbol(property);
  return kind?.isStringLiteral() && type.getProperty('id') ? kind.value : undefined;
};

/** Walks types and collects a definition for each named one. */
const createWalker = (checker: ts.TypeChecker, roots: ReadonlySet<ts.Type>) => {
  const definitions: Record<string, JsonSchema> = {};
  const names = new Map<ts.Type, string>();

  const nameOf = (type: ts.Type): string => {
    const known = names.get(type);
    if (known !== undefined) return known;
    const full = checker.typeToString(type, undefined, ts.TypeFormatFlags.UseFullyQualifiedType);
    const base = full.replaceAll(/import\("[^"]*\/esm\/([^"]*?)(?:\.js)?"\)\./g, '$1.').replaceAll(/[^\w.]/g, '_');
    const used = new Set(names.values());
    let name = base;
    for (let count = 2; used.has(name); count += 1) name = `${base}_${count}`;
    names.set(type, name);
    return name;
  };

  const objectSchema = (type: ts.Type): JsonSchema => {
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    for (const property of checker.getPropertiesOfType(type)) {
      const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const schema = schemaOf(checker.getTypeOfSymbol(property));
      // A field of type void marks objects that are not deleted. It does not exist on the wire.
      if (schema === undefined) continue;
      properties[property.name] = schema;
      if (!optional) required.push(property.name);
    }
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    // `data.object` of an event is declared as `{}`: any object.
    if (!index && Object.keys(properties).length === 0) return { type: 'object' };
    const additionalProperties = index ? (schemaOf(index.type) ?? {}) : false;
    return { type: 'object', properties, required, additionalProperties };
  };

  const reference = (type: ts.Type): JsonSchema => {
    const name = nameOf(type);
    if (!(name in definitions)) {
      definitions[name] = {};
      definitions[name] = objectSchema(type);
    }
    return { $ref: `#/definitions/${name}` };
  };

  const unionSchema = (type: ts.UnionType): JsonSchema | undefined => {
    const members = type.types.filter(({ flags }) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) === 0);
    const literals = members.filter((member) => member.isStringLiteral());
    // `OtherString` allows values that a later version of the API may add. The ones of this version are the literals.
    const open = literals.length > 0 ? members.filter((member) => !isOtherString(member)) : members;
    const others = open.filter((member) => !literals.includes(member as ts.StringLiteralType));
    // Objects that are not among ours are only ever returned as IDs.
    const served = others.filter((member) => kindOf(checker, member) === undefined || roots.has(member));
    const schemas = [
      ...(literals.length > 0 ? [{ enum: literals.map((literal) => (literal as ts.StringLiteralType).value) }] : []),
      ...served.map(schemaOf).filter((schema) => schema !== undefined),
    ];
    const unique = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
    if (unique.length === 0) return undefined;
    return unique.length === 1 ? unique[0] : { anyOf: unique };
  };

  const schemaOf = (type: ts.Type): JsonSchema | undefined => {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Void | ts.TypeFlags.Undefined | ts.TypeFlags.Never)) return undefined;
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.BooleanLiteral) return { type: 'boolean' };
    if (flags & ts.TypeFlags.StringLike || isOtherString(type)) return { type: 'string' };
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' };
    if (type.isUnion()) return unionSchema(type);
    // The SDK turns decimal strings into objects. On the wire they are strings.
    if (checker.typeToString(type) === 'Decimal' || type.symbol?.name === 'DecimalImpl') return { type: 'string' };
    const [element] = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
    if (element) return { type: 'array', items: schemaOf(element) ?? {} };
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    return reference(type);
  };

  return { definitions, reference };
};

const isOtherString = (type: ts.Type): boolean =>
  type.isIntersection() && type.types.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0);

/** The source file of a resource and the type that it exports under a name. */
const exportedType = (program: ts.Program, checker: ts.TypeChecker, file: string, name: string): ts.Type => {
  const source = program.getSourceFile(file);
  const symbol = source && checker.getSymbolAtLocation(source);
  const found = symbol && checker.getExportsOfModule(symbol).find((one) => one.name === name);
  if (!found) throw new Error(`The SDK has no type ${name} in ${file}`);
  return checker.getDeclaredTypeOfSymbol(found);
};

/** Generates the schemas from the installed SDK's type declarations. */
export const generateSchemas = (): SchemaDocument => {
  const fileOf = (name: string): string => path.join(SDK, 'esm/resources', `${name}.d.ts`);
  const files = Object.values(OBJECTS).map(([file]) => fileOf(file));
  const program = ts.createProgram(files, {
    strict: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  });
  const checker = program.getTypeChecker();
  const types = Object.entries(OBJECTS).map(
    ([name, [file, type]]) => [name, exportedType(program, checker, fileOf(file), type)] as const,
  );
  const { definitions, reference } = createWalker(checker, new Set(types.map(([, type]) => type)));
  const roots = Object.fromEntries(types.map(([name, type]) => [`api.${name}`, reference(type)]));
  return { sdk: sdkVersion(), definitions: { ...roots, ...definitions } };
};
