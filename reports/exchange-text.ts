import { sanitize } from './ansi.ts'
import type { Exchange } from './exchange.ts'
import { truncate, visible } from './visible.ts'

/** How much of an exchange a terminal shows, in characters and lines; the evidence file has the rest. */
const limits = { line: 400, headers: 40, body: 4_000 }

type Message = Exchange['request'] | NonNullable<Exchange['response']>

/** Renders an exchange as lines for a terminal: the request after `>`, the response after `<`. */
export const exchangeText = (exchange: Exchange): string[] => {
  const { id, direction, ms, request, response, error } = exchange
  const whose = direction === 'received' ? 'the target sent' : 'sent'
  return [
    `#${sanitize(id, 40)}  ${whose}, ${Math.round(ms)} ms`,
    ...messageLines('> ', `${request.method} ${request.url}`, request),
    ...(response ? messageLines('< ', String(response.status), response) : []),
    ...(error === undefined ? [] : [`< ${sanitize(error, limits.line)}`]),
  ]
}

const messageLines = (marker: string, firstLine: string, message: Message): string[] => {
  const headers = message.headers.slice(0, limits.headers).map(([name, value]) => `${name}: ${value}`)
  const heads = [firstLine, ...headers].map(text => sanitize(text, limits.line))
  return [...heads, ...bodyLines(message)].map(text => `${marker}${text}`.trimEnd())
}

const bodyLines = ({ body, bodyBytes, truncated }: Message): string[] => {
  if (body === undefined) return []
  const isCut = truncated || body.length > limits.body
  const note = isCut ? [`(the body was ${bodyBytes} bytes; this is its beginning)`] : []
  return ['', ...truncate(visible(body.slice(0, limits.body)), limits.body).split('\n'), ...note]
}
