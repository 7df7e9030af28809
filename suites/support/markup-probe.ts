import type { CheerioAPI } from '../../harness/pages/checkout-page.ts'

/** A text that turns into an element, an attribute or a script of its own name wherever it is not escaped. */
export type Probe = {
  text: string
  /** The same in few characters, where a long text may be cut. */
  brief: string
  element: string
  attribute: string
  script: string
}

/** `mark` belongs to this probe alone. */
export const probeOf = (mark: string): Probe => {
  const word = mark.toLowerCase().replace(/[^a-z0-9]/g, '')
  const [element, attribute, script] = [`oc-${word}`, `oc${word}a`, `oc${word}s`]
  const markup = `<${element}></${element}><script>${script}()</script>`
  // One way out of each place that text may be put into: content, both kinds of quoted attributes, a title, a comment, a script.
  const exits = ['', '">', "'>", '</title>', '</textarea>', '-->', '</script>', '</style>']
  const attributes = `" ${attribute}="1" ' ${attribute}='1' `
  const brief = `"><${element}>`
  return {
    text: `Lamp & chair ${attributes}${exits.map(exit => exit + markup).join('')}`,
    brief,
    element,
    attribute,
    script,
  }
}

/** What the probe became in a parsed document: the element, attribute or script; undefined where it stayed text. */
export const injected = ($: CheerioAPI, { element, attribute, script }: Probe): string | undefined => {
  for (const one of $('html').find('*').toArray()) {
    if (!('attribs' in one)) continue
    if (one.name.includes(element)) return `an element <${one.name}>`
    if (Object.keys(one.attribs).some(name => name.includes(attribute)))
      return `an attribute ${attribute} of <${one.name}>`
    const isScript = one.name === 'script' && $(one).text().trim() === `${script}()`
    if (isScript) return `a script ${script}()`
  }
  return undefined
}
