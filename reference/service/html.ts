/** Markup that is known to be safe. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | undefined | readonly Html[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for element content and quoted attributes. Control characters, which HTML cannot carry, become U+FFFD. */
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

/** The one way to markup: everything that is put in is escaped, but what is Html already. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, at) => part + write(values[at])).join(''))

/** Somebody else's text, which cannot turn the direction of what stands beside it. */
export const foreign = (text: string): Html => html`<bdi>${text}</bdi>`
