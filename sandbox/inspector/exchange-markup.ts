import { foreign, type Html, html } from '../../reference/service/html.ts'
import { type Check, type Exchange, findingOf, type Message } from './exchange.ts'
import type { Entry } from './journal.ts'

/** Returns the address of an exchange's own page, from the page of the role. */
const pageOf = (role: string, id: string): string => `${role}/requests/${id}`

const clock = (at: number): string => new Date(at).toISOString().slice(11, 23)

/** Returns the refused check, with the known facts about its signature; `look` also searches for these facts. */
const whyOf = ({ objection, ...check }: Check, look: boolean): Html => {
  const found = look ? findingOf(check) : check.found
  return html`${foreign(objection ?? '')}${found === undefined ? undefined : html`<i>${foreign(found)}</i>`}`
}

const checkItem = (check: Check, look: boolean): Html =>
  check.objection === undefined
    ? html`<li><span class="verdict">kept</span><span>${check.name}</span></li>`
    : html`<li class="refused"><span class="verdict">refused</span><span><b>${check.name}</b>: ${whyOf(check, look)}</span></li>`

const checkList = ({ checks, direction }: Exchange, look: boolean): Html => {
  if (checks.length > 0) return html`<ul class="checks">${checks.map(check => checkItem(check, look))}</ul>`
  return html`<p class="soft">${direction === 'in' ? 'No check was made.' : 'The role sent this itself.'}</p>`
}

/** Returns why a request was refused, by the role or by its receiver. */
const refusalText = ({ direction, refusal }: Exchange): Html =>
  html`${direction === 'in' ? 'refused: ' : ''}${foreign(refusal ?? '')}`

/** Returns the sentence that says why a request was refused. */
const whyLine = (exchange: Exchange): Html | undefined => {
  const found = exchange.checks.find(check => check.found !== undefined)?.found
  return exchange.refusal === undefined
    ? undefined
    : html`<span class="why">${refusalText(exchange)}${found === undefined ? '' : html` ${foreign(found)}`}</span>`
}

const kindsOf = ({ direction, refusal }: Exchange): string => `${direction}${refusal === undefined ? '' : ' refused'}`

/** Writes an exchange as an item of the list. */
export const exchangeItem = (role: string, { exchange }: Entry): Html => {
  const { id, at, direction, method, address, status, caller, during } = exchange
  return html`<li data-kinds="${kindsOf(exchange)}"><details><summary><time datetime="${new Date(at).toISOString()}">${clock(at)}</time>
<span class="way">${direction}</span><span class="what"><b>${method}</b> ${foreign(address)}</span>
<span class="status">${status ?? 'none'}</span>${whyLine(exchange)}</summary>
<div class="inside">${checkList(exchange, false)}
<p class="soft">${caller === undefined ? undefined : html`From ${foreign(caller)}. `}<a href="${pageOf(role, id)}">Headers and bodies of ${id}</a>${
    during === undefined ? undefined : html`, sent during <a href="${pageOf(role, during)}">${during}</a>`
  }</p></div></details></li>`
}

const messageCard = (title: string, { headers, text }: Message, first: string): Html =>
  html`<section class="card message"><h2>${title}</h2><p class="mono">${foreign(first)}</p>
${headers.length === 0 ? undefined : html`<dl class="mono">${headers.map(([name, value]) => html`<div><dt>${name}:</dt> <dd>${foreign(value)}</dd></div>`)}</dl>`}
${text === undefined ? html`<p class="soft">No body is shown.</p>` : html`<pre>${foreign(text)}</pre>`}</section>`

/** Writes the whole of an exchange. */
export const exchangeMain = (role: string, exchange: Exchange): Html => {
  const { method, address, status, ms, at, direction, caller, during } = exchange
  const from = direction === 'in' ? `Came in${caller === undefined ? '' : ` from ${caller}`}` : 'Went out'
  const list = checkList(exchange, true)
  return html`<section class="card facts"><h2>Checks</h2>
<p class="soft">${foreign(from)} at ${new Date(at).toISOString()}, answered after ${ms} ms${
    during === undefined ? undefined : html`, during <a href="${during}">${during}</a>`
  }.</p>
${exchange.refusal === undefined ? undefined : html`<p class="alert">${refusalText(exchange)}</p>`}
${list}<p><a href="../../${role}">All exchanges</a></p></section>
<div class="pair">${messageCard('Request', exchange.request, `${method} ${address}`)}
${messageCard('Answer', exchange.answer, status === undefined ? 'none' : `status ${status}`)}</div>`
}
