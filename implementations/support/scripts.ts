import { createHash } from 'node:crypto'
import { Html, html } from '../../reference/service/html.ts'

/** Writes a script into a page. */
export const scriptTag = (script: string): Html => html`<script>${new Html(script)}</script>`

/** Writes data into a page for its script, which finds it by its id. */
export const dataTag = (id: string, data: unknown): Html =>
  html`<script type="application/json" id="${id}">${new Html(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>`

/** Allows a page, by its headers, to run one script, which may send requests to its own origin. */
export const allowScript = (headers: Readonly<Record<string, string>>, script: string): Record<string, string> => {
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = headers['content-security-policy']
  return { ...headers, 'content-security-policy': `${policy}; script-src 'sha256-${hash}'; connect-src 'self'` }
}
