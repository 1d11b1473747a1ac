/**
 * A page that is drawn anew every two seconds and keeps focus, selection, scroll places and half-filled forms: `h`
 * describes elements, `draw` changes what is there into what is described, element by element.
 */

/** Set when an element is made and left alone afterwards: a person may have changed them. */
const OWN = new Set(['value', 'checked', 'selected']);

/**
 * Describes an element. Attributes: `key` finds it again among its siblings, `style` is an object, false and null leave
 * one out.
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
    if (name === 'key' || (OWN.has(name) && !isNew)) continue;
    if (name === 'style')
      for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value === true ? '' : value))
      element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const { name } of [...element.attributes]) {
    if (name !== 'style' && !(name in attributes) && !(OWN.has(name) && !isNew)) element.removeAttribute(name);
  }
};

const make = (node) => {
  const element = document.createElement(node.tag);
  if (node.key !== undefined) keys.set(element, node.key);
  setAttributes(element, node.attributes, true);
  draw(element, node.children);
  return element;
};

const fits = (existing, node) =>
  typeof node === 'object'
    ? existing.nodeType === Node.ELEMENT_NODE && existing.localName === node.tag && keys.get(existing) === node.key
    : existing.nodeType === Node.TEXT_NODE;

/** Makes the children of an element what is described. */
export const draw = (parent, nodes) => {
  const old = [...parent.childNodes];
  const used = new Set();
  const chosen = nodes.map((node) => {
    const found = old.find((existing) => !used.has(existing) && fits(existing, node));
    if (found) used.add(found);
    return found;
  });
  // What goes, goes first: then what stays need not move, and keeps its focus.
  for (const existing of old) if (!used.has(existing)) existing.remove();
  let place = parent.firstChild;
  nodes.forEach((node, index) => {
    let element = chosen[index];
    if (!element) element = typeof node === 'object' ? make(node) : document.createTextNode(String(node));
    else if (typeof node === 'object') {
      setAttributes(element, node.attributes, false);
      draw(element, node.children);
    } else if (element.data !== String(node)) element.data = String(node);
    if (element === place) place = place.nextSibling;
    else parent.insertBefore(element, place);
  });
};
