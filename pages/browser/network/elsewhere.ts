import type { Submission } from '../../../harness/submission.ts'

/** A page of another site: its address and markup. The browser shows it without fetching it. */
export type ForeignPage = { url: string; html: string }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const input = (name: string, value: string): string =>
  `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`

/** Writes a JSON object as the only field of a plain-text form, which browsers send as `name=value`. */
const jsonInput = (fields: Submission['fields']): string => {
  const [start = ''] = JSON.stringify({ ...Object.fromEntries(fields), '': '' }).split(/"}$/)
  return input(start, '"}')
}

/**
 * Returns a page of another site whose form sends a submission immediately. Forms cannot send JSON, but can send its text as plain text.
 */
export const pageElsewhere = ({ method, url, fields, enctype }: Submission): ForeignPage => {
  const isJson = enctype === 'application/json'
  const inputs = isJson ? jsonInput(fields) : fields.map(([name, value]) => input(name, value)).join('')
  const attributes = `method="${method}" action="${escaped(url)}" enctype="${isJson ? 'text/plain' : enctype}"`
  return {
    url: `${new URL(url).protocol}//elsewhere.example/`,
    html: `<!doctype html><form ${attributes}>${inputs}</form><script>HTMLFormElement.prototype.submit.call(document.forms[0])</script>`,
  }
}
