import { badRequest } from './errors.ts';

/** A decoded form: texts, lists and objects. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

interface Branch {
  [name: string]: string | Branch;
}

/** Deeper names than the API has would only exhaust the stack. */
const MAX_DEPTH = 10;

const branch = (): Branch => Object.create(null) as Branch;

const put = (root: Branch, path: readonly string[], value: string): void => {
  let at = root;
  for (const [index, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(at).length) : part;
    if (index === path.length - 1) {
      at[name] = value;
      return;
    }
    const next = (at[name] ??= branch());
    if (typeof next === 'string') throw badRequest(`Invalid form: ${path.join('.')} is both a text and an object.`);
    at = next;
  }
};

/** Objects with the names 0, 1, … are lists. */
const valueOf = (node: string | Branch): FormValue => {
  if (typeof node === 'string') return node;
  const names = Object.keys(node);
  if (names.length > 0 && names.every((name) => /^\d{1,4}$/.test(name)))
    return names.sort((a, b) => Number(a) - Number(b)).map((name) => valueOf(node[name] ?? ''));
  return Object.fromEntries(names.map((name) => [name, valueOf(node[name] ?? '')]));
};

/** Decodes `a[b][0]=c` as the API does. */
export const decodeForm = (text: string): Record<string, FormValue> => {
  const root = branch();
  for (const [name, value] of new URLSearchParams(text)) {
    const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
    const path = [match?.[1] ?? name, ...(match?.[2] ?? '').split(/[[\]]+/).slice(1, -1)];
    // `a[]` splits into nothing, but names the next element of a list.
    if (name.endsWith('[]')) path.push('');
    if (path.length > MAX_DEPTH) throw badRequest(`Invalid form: ${name.slice(0, 100)} is nested too deeply.`);
    put(root, path, value);
  }
  return Object.fromEntries(Object.keys(root).map((name) => [name, valueOf(root[name] ?? '')]));
};
