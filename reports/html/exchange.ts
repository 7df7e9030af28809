import { curlOf, isSignedAgain } from '../curl.ts'
import type { Exchange, Signed } from '../exchange.ts'
import { html, type Markup } from './markup.ts'
import { limits, pair, short } from './text.ts'

type Message = { headers: [string, string][]; body?: string; bodyBytes: number; truncated?: boolean }

const bodyText = ({ body, bodyBytes, truncated }: Message): string => {
  if (body === undefined) return ''
  const isCut = truncated || body.length > limits.body
  return `\n\n${short(body, limits.body)}${isCut ? `\n(the body was ${bodyBytes} bytes; this is its beginning)` : ''}`
}

const headerLines = (headers: [string, string][]): string => {
  const lines = headers.slice(0, limits.headers).map(([name, value]) => short(`${name}: ${value}`, limits.header))
  const more = headers.length - lines.length
  return [...lines, ...(more > 0 ? [`(${more} more headers)`] : [])].map(line => `\n${line}`).join('')
}

const raw = (firstLine: string, message: Message): Markup =>
  html`<pre>${short(firstLine)}${headerLines(message.headers)}${bodyText(message)}</pre>`

const statusOf = ({ response, error }: Exchange): string =>
  response ? String(response.status) : (error ?? 'no response')

const requestLine = ({ direction, request }: Exchange): Markup =>
  html`<summary>${direction === 'received' ? 'received from the target' : 'sent'} <code>${short(`${request.method} ${request.url}`)}</code>`

/** How an exchange is shown: open or collapsed; `sign` signs requests of the run again. */
type ViewOptions = { open: boolean; sign?: string | undefined }

/** Renders a request and its response. */
export const exchangeView = (exchange: Exchange, { open, sign }: ViewOptions): Markup => html`
<details class="evidence" ${open ? html`open` : ''}>${requestLine(exchange)}, response <code>${short(statusOf(exchange), 120)}</code>
in ${Math.round(exchange.ms)} ms</summary>
<div><p class="label">Request, ${exchange.at}</p>${raw(`${exchange.request.method} ${exchange.request.url}`, exchange.request)}</div>
<div><p class="label">Response</p>${responseView(exchange)}</div>
${(exchange.signed ?? []).slice(0, 4).map(signedView)}
${exchange.direction === 'sent' && curlView(exchange, sign)}
</details>`

const responseView = (exchange: Exchange): Markup => {
  const { response, error } = exchange
  const failure = error !== undefined && html`<p>${short(error)}</p>`
  return html`${response && raw(String(response.status), response)}${failure}${!response && error === undefined && html`<p>None.</p>`}`
}

/** Renders the curl command, unless it is long: the evidence file has the whole request. */
const curlView = (exchange: Exchange, sign: string | undefined): Markup | undefined => {
  const { url, headers, body = '' } = exchange.request
  if (url.length + body.length + headers.flat().join().length > limits.body) return undefined
  return html`<details class="evidence curl"><summary>the same with curl</summary>
<p class="quiet">${isSignedAgain(exchange, sign) ? again : asSent}</p><pre>${curlOf(exchange, sign)}</pre></details>`
}

const again = 'Signed again with the key in the config. It works in the folder in which the run was started.'
const asSent = 'As it was sent, with its old timestamp and nonce. The command that repeats the check signs again.'

/** Renders the canonical text, hash, signature and key of signed data, and the diagnosis of a signature that does not verify. */
const signedView = (signed: Signed): Markup => html`
<details class="evidence" ${signed.diagnosis !== undefined ? html`open` : ''}><summary>what was signed: ${short(signed.what)}</summary>
${signed.diagnosis !== undefined && html`<p class="diagnosis"><b>Diagnosis.</b> ${short(signed.diagnosis)}</p>`}
<dl class="pairs">${pair('canonical text', html`<pre>${short(signed.canonical, limits.body)}</pre>`)}
${pair('SHA-256', html`<span class="key">${short(signed.hash)}</span>`)}${pair('signature', html`<span class="key">${short(signed.signature)}</span>`)}
${pair('public key', html`<span class="key">${short(signed.publicKey)}</span>`)}</dl></details>`
