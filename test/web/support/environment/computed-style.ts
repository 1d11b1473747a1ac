/**
 * Style properties that tests ask for all the time: whether an element is hidden, and takes clicks. All of them have a
 * value without any rule.
 */
const initial = { visibility: 'visible', 'pointer-events': 'auto' } as const;

/** The rules of style sheets as text. Sheets of the application are empty in tests; dialogs add one. */
const texts = new WeakMap<CSSStyleSheet, string>();
const textOf = (sheet: CSSStyleSheet): string => {
  const text = texts.get(sheet) ?? [...sheet.cssRules].map(({ cssText }) => cssText).join();
  texts.set(sheet, text);
  return text;
};
const isInSheets = (property: string): boolean =>
  [...document.styleSheets].some((sheet) => textOf(sheet).includes(property));
const isInline = (element: Element, property: string): boolean =>
  element.getAttribute('style')?.includes(property) === true;

/**
 * Makes `getComputedStyle` of jsdom fast where its result is known: it computes 14 properties of an element, with each
 * rule of the browser's style sheet, and queries by role ask for one or two of each element and all around it.
 */
export const makeStylesFast = (): void => {
  const compute = window.getComputedStyle.bind(window);
  /** `display` by what the browser's style sheet depends on. */
  const displays = new Map<string, string>();
  const displayOf = (element: Element, computed: () => CSSStyleDeclaration): string => {
    const { localName, namespaceURI } = element;
    // The style sheet selects the parts of `ruby` by their parents.
    if (localName.startsWith('r') || isInline(element, 'display') || isInSheets('display')) return computed().display;
    const attributes = [element.hasAttribute('hidden'), element.hasAttribute('open'), element.getAttribute('type')];
    const key = [namespaceURI, localName, ...attributes].join();
    const display = displays.get(key) ?? computed().display;
    displays.set(key, display);
    return display;
  };
  const inherited = (element: Element, property: keyof typeof initial, computed: () => CSSStyleDeclaration): string => {
    if (isInSheets(property)) return computed().getPropertyValue(property);
    for (let each: Element | null = element; each; each = each.parentElement)
      if (isInline(each, property)) return computed().getPropertyValue(property);
    return initial[property];
  };
  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return compute(element, pseudo);
    let whole: CSSStyleDeclaration | undefined;
    const computed = () => (whole ??= compute(element));
    const valueOf = (property: string): string | undefined => {
      if (property === 'display') return displayOf(element, computed);
      if (property === 'visibility') return inherited(element, property, computed);
      return property === 'pointer-events' || property === 'pointerEvents'
        ? inherited(element, 'pointer-events', computed)
        : undefined;
    };
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue')
          return (property: string) => valueOf(property) ?? computed().getPropertyValue(property);
        const known = typeof name === 'string' ? valueOf(name) : undefined;
        if (known !== undefined) return known;
        const value = Reflect.get(computed(), name) as unknown;
        return typeof value === 'function' ? (value.bind(computed()) as unknown) : value;
      },
      has: (_, name) => Reflect.has(computed(), name),
    });
  };
};
