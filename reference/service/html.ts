/** Markup that is known to be safe. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | undefined | readonly Html[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for element content and quoted attributes. Control characters, which HTML cannot contain, become U+FFFD. */
export const escapeHtml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[&<>"']/g, mark => entities[mark] ?? '')
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\ufffd')

const write = (value: Value): string => {
  if (value === undefined) return ''
  if (value instanceof Html) return value.text
  return Array.isArray(value) ? value.map(write).join('') : escapeHtml(String(value))
}

/** Makes markup from a template, which is the only way to make it: escapes every value that is not Html. Clauses: PAGE-09, CONSENT-05. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, at) => part + write(values[at])).join(''))

/** Isolates another party's text, so that it cannot change the direction of the text around it. */
export const foreign = (text: string): Html => html`<bdi>${text}</bdi>`
