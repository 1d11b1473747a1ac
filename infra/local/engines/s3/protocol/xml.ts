import { XMLParser } from 'fast-xml-parser';
import { AwsError } from '../../../aws/service.ts';

/** A value of an XML response: text, a list of equal elements, or children. Undefined ones are left out. */
export type XmlValue =
  string | number | boolean | undefined | readonly XmlValue[] | { readonly [name: string]: XmlValue };

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Object keys may contain control characters. They become references, as parsers would fold or reject them. */
const escapeText = (text: string): string =>
  text.replace(
    /[&<>"\u0000-\u001f\u007f-\u009f\u2028]/g,
    (character) => ESCAPES[character] ?? `&#x${character.charCodeAt(0).toString(16)};`,
  );

const element = (name: string, value: XmlValue): string => {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => element(name, item as XmlValue)).join('');
  if (typeof value === 'object') {
    return `<${name}>${Object.entries(value)
      .map(([child, inner]) => element(child, inner as XmlValue))
      .join('')}</${name}>`;
  }
  return `<${name}>${escapeText(String(value))}</${name}>`;
};

/** An XML document with one root element. Errors have no namespace, as on AWS. */
export const xmlDocument = (root: string, children: { readonly [name: string]: XmlValue }): string => {
  const body = element(root, children);
  const opened = root === 'Error' ? body : body.replace(`<${root}>`, `<${root} xmlns="${NAMESPACE}">`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${opened}`;
};

const LISTS = new Set([
  'CompleteMultipartUpload.Part',
  'CORSConfiguration.CORSRule',
  'CORSConfiguration.CORSRule.AllowedHeader',
  'CORSConfiguration.CORSRule.AllowedMethod',
  'CORSConfiguration.CORSRule.AllowedOrigin',
  'CORSConfiguration.CORSRule.ExposeHeader',
  'Delete.Object',
]);

const parser = new XMLParser({
  ignoreDeclaration: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  isArray: (_name, path) => LISTS.has(String(path)),
});

/** Reads a request's XML into plain objects with text leaves. @throws AwsError MalformedXML */
export const parseXml = (text: string, root: string): Readonly<Record<string, unknown>> => {
  try {
    if (/<!DOCTYPE/i.test(text)) throw new SyntaxError('no document types');
    const document: unknown = (parser.parse(text, true) as Record<string, unknown>)[root];
    if (typeof document === 'object' && document !== null) return document as Record<string, unknown>;
  } catch {
    // Thrown below: the parser's message would not help the sender.
  }
  throw new AwsError(
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
    400,
  );
};

/** A child's text; undefined when it is missing or has children. */
export const childText = (parent: unknown, name: string): string | undefined => {
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return undefined;
  const value = (parent as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : undefined;
};

/** Percent-encodes as S3 does for `encoding-type=url`: all but unreserved characters and the slash. */
export const encodeKey = (key: string): string =>
  encodeURIComponent(key)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2F', '/');
