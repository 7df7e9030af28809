import type { Exchange } from '../exchange.ts'
import { html, type Markup } from './markup.ts'
import { short } from './text.ts'

/** Maximum number of exchanges in a diagram: the last ones, which include the failure. */
const mostRows = 30

/** Maximum number of parties with their own lane. */
const mostLanes = 8

/** Width of a lane in pixels. */
const laneWidth = 34

const target = 'the target'

/** A message from one party to another. */
type Row = { from: string; to: string; text: string; answer: string }

/**
 * Renders a series of exchanges as a sequence diagram: a lane for each party, an arrow for each request. Each row also
 * says in words who sent what to whom; the last one is the failure.
 */
export const sequenceView = (exchanges: readonly Exchange[]): Markup | undefined => {
  if (exchanges.length < 2) return undefined
  const rows = exchanges.slice(-mostRows).map(rowOf)
  const parties = [...new Set([...rows.map(({ from }) => from), target, ...rows.map(({ to }) => to)])]
  // The target is between its callers and the parties that it calls.
  const lanes = [...parties.filter(party => party !== target)].slice(0, mostLanes - 1)
  const callers = lanes.filter(party => rows.some(({ from }) => from === party))
  const order = [...callers, target, ...lanes.filter(party => !callers.includes(party))]
  const left = exchanges.length - rows.length
  return html`<figure class="sequence"><figcaption class="label">What was sent, in order${
    left > 0 && ` (${left} earlier exchanges are in the evidence file)`
  }</figcaption>
<ol>${rows.map((row, index) => rowView(row, order, index === rows.length - 1))}</ol></figure>`
}

const rowOf = (exchange: Exchange): Row => {
  const { direction, request, response, error } = exchange
  // Any client may send the counterpart a request, with anything as its path.
  const { pathname, search } = URL.parse(request.url, 'http://localhost') ?? { pathname: request.url, search: '' }
  const text = `${request.method} ${withShortIds(pathname + search)}`
  const answer = response ? String(response.status) : (error ?? 'no response')
  return direction === 'sent'
    ? { from: callerOf(request.headers), to: target, text, answer }
    : { from: target, to: receiverOf(pathname), text, answer }
}

/** Shortens long ids so that a row fits on a line; the exchange below the diagram has them in full. */
const withShortIds = (path: string): string => path.replace(/[\w-]{20,}/g, id => `${id.slice(0, 8)}…`)

/** The counterpart's addresses begin with the OCID of the party that it plays. */
const receiverOf = (path: string): string => {
  const [, ocid] = /^\/(\d{1,16})(?:\/|$)/.exec(path) ?? []
  return ocid === undefined ? 'the counterpart' : `OCID ${ocid}`
}

const callerOf = (headers: readonly (readonly [string, string])[]): string => {
  const value = (name: string) => headers.find(([header]) => header.toLowerCase() === name)?.[1]
  const ocid = value('x-oc-id')
  if (ocid !== undefined) return `OCID ${short(ocid, 20)}`
  return value('accept')?.includes('text/html') ? 'a browser' : 'anybody'
}

const rowView = ({ from, to, text, answer }: Row, order: readonly string[], isLast: boolean): Markup => html`
<li ${isLast ? html`class="wrong"` : ''}>${lanesView(order, order.indexOf(from), order.indexOf(to))}
<span>${short(from, 40)} → ${short(to, 40)} <code>${short(text, 160)}</code> <span class="answer">${short(answer, 80)}</span></span></li>`

/** Draws a lane for each party, and the arrow of one row. Screen readers skip it: the words are beside it. */
const lanesView = (order: readonly string[], from: number, to: number): Markup => {
  const center = (index: number) => (Math.max(0, index) + 0.5) * laneWidth
  const [start, end] = [center(from), center(to)]
  const point = end > start ? -7 : 7
  return html`<svg width="${order.length * laneWidth}" height="100%" aria-hidden="true">
${order.map((party, index) => html`<line class="${party === target ? 'own' : ''}" x1="${center(index)}" x2="${center(index)}" y2="100%"/>`)}
<svg y="50%"><path d="M${start} 0H${end}m${point} -4l${-point} 4l${point} 4"/></svg></svg>`
}
