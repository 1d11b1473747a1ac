/**
 * Rendering that keeps focus, selection, scroll positions and half-filled forms across redraws: `h` describes elements,
 * `draw` changes the existing elements to match, one by one.
 */

/** Set only when an element is created: the user may change them afterwards. */
const INITIAL_ONLY = new Set(['value', 'checked', 'selected']);

/**
 * Describes an element. `key` identifies it among its siblings, `style` is an object, and an attribute of false or null
 * is omitted.
 */
export const h = (tag, attributes, ...children) => ({
  tag,
  key: attributes?.key,
  attributes: attributes ?? {},
  children: children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== ''),
});

const keys = new WeakMap();

const setAttributes = (element, attributes, isNew) => {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'key' || (INITIAL_ONLY.has(name) && !isNew)) continue;
    if (name === 'style')
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value === true ? '' : value))
      element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const { name } of [...element.attributes]) {
    if (name !== 'style' && !(name in attributes) && !(INITIAL_ONLY.has(name) && !isNew)) element.removeAttribute(name);
  }
};

const create = (node) => {
  const element = document.createElement(node.tag);
  if (node.key !== undefined) keys.set(element, node.key);
  setAttributes(element, node.attributes, true);
  draw(element, node.children);
  return element;
};

const matches = (existing, node) =>
  typeof node === 'object'
    ? existing.nodeType === Node.ELEMENT_NODE && existing.localName === node.tag && keys.get(existing) === node.key
    : existing.nodeType === Node.TEXT_NODE;

/** Changes the children of an element to match the description. */
export const draw = (parent, nodes) => {
  const old = [...parent.childNodes];
  const used = new Set();
  const matched = nodes.map((node) => {
    const found = old.find((existing) => !used.has(existing) && matches(existing, node));
    if (found) used.add(found);
    return found;
  });
  // Removed elements go first, so that the others need not move and keep their focus.
  for (const existing of old) if (!used.has(existing)) existing.remove();
  let next = parent.firstChild;
  nodes.forEach((node, index) => {
    let element = matched[index];
    if (!element) element = typeof node === 'object' ? create(node) : document.createTextNode(String(node));
    else if (typeof node === 'object') {
      setAttributes(element, node.attributes, false);
      draw(element, node.children);
    } else if (element.data !== String(node)) element.data = String(node);
    if (element === next) next = next.nextSibling;
    else parent.insertBefore(element, next);
  });
};
