import type { CheerioAPI } from '../../../pages/document/dom.ts'

/** A string that becomes an identifiable element, attribute or script wherever it is not escaped. */
export type MarkupProbe = {
  text: string
  /** A short form, for places that may truncate long texts. */
  brief: string
  /** A form whose characters an address may contain unescaped, for programs that accept no others. */
  address: string
  /** Runs where it becomes markup, even in an element outside the page, and then sets the title to `ran`. */
  running: string
  ran: string
  element: string
  attribute: string
  script: string
}

/** Creates a probe; `mark` must not be used by any other probe. */
export const createMarkupProbe = (mark: string): MarkupProbe => {
  const word = mark.toLowerCase().replace(/[^a-z0-9]/g, '')
  const [element, attribute, script] = [`oc-${word}`, `oc${word}a`, `oc${word}s`]
  const markup = `<${element}></${element}><script>${script}()</script>`
  // Breaks out of every context that may contain the text: content, both kinds of quoted attributes, a comment, elements without markup.
  const raw = ['title', 'textarea', 'script', 'style', 'noscript', 'xmp', 'iframe', 'noembed', 'select']
  const exits = ['', '">', "'>", '-->', ...raw.map(name => `</${name}>`)]
  const attributes = `" ${attribute}="1" ' ${attribute}='1' `
  // Breaks out of an attribute, and of a title.
  const brief = `"></title><${element}>`
  // The text does not contain the title that it sets, so that a page may show it there.
  const running = `"><img ${attribute} src="x:" onerror="document.title='${word}'+'ran'">`
  return {
    text: `Lamp & chair [more](javascript:${script}) ${attributes}${exits.map(exit => exit + markup).join('')}`,
    brief,
    running,
    address: `'${attribute}='1'x='`,
    ran: `${word}ran`,
    element,
    attribute,
    script,
  }
}

/** Returns the texts of a probe for pages that scripts may make (`isLive`: a browser shows them), or for others. */
export const textsOf = ({ text, brief, running }: MarkupProbe, isLive: boolean): string[] =>
  isLive ? [text, brief, running] : [text, brief]

/** Returns whether an attribute is an address that runs the script: browsers ignore white space and the case of the scheme. */
const isScriptAddress = (value: string, script: string): boolean =>
  value.replaceAll(/\s/g, '').toLowerCase().startsWith(`javascript:${script}`)

/** Describes what the probe has become in a document: an element, an attribute, a script, or one that ran; undefined if it stayed text. */
export const findInjected = ($: CheerioAPI, { element, attribute, script, ran }: MarkupProbe): string | undefined => {
  if ($('title').text().includes(ran)) return `a script, which set the title to ${ran}`
  for (const node of $('html').find('*').toArray()) {
    if (!('attribs' in node)) continue
    if (node.name.includes(element)) return `an element <${node.name}>`
    if (Object.keys(node.attribs).some(name => name.includes(attribute)))
      return `an attribute ${attribute} of <${node.name}>`
    const isScript = node.name === 'script' && $(node).text().trim() === `${script}()`
    if (isScript) return `a script ${script}()`
    const link = Object.entries(node.attribs).find(([, value]) => isScriptAddress(value, script))
    if (link) return `a link of <${node.name}> to javascript:${script}`
  }
  return undefined
}
