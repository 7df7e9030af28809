import { createHash } from 'node:crypto'
import type { Role } from '../../protocol/operations.ts'
import { foreign, type Html, html, Html as Markup } from '../../reference/service/html.ts'
import { documentOf, pageHeaders } from '../../reference/service/page.ts'
import type { Exchange } from './exchange.ts'
import { exchangeItem, exchangeMain } from './exchange-markup.ts'
import { type Entry, longestJournal } from './journal.ts'
import { script } from './script.ts'
import type { Section } from './state.ts'
import { style } from './style.ts'

/** A role as its page names it. `others`: the other roles that have a page here. */
export type Inspected = { role: Role; name: string; ocid: number; address: string; others: readonly Role[] }

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(script)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
]

/** The headers of every answer of the inspector. */
export const headers: Readonly<Record<string, string>> = {
  ...pageHeaders,
  'content-security-policy': policy.join('; '),
}

const titles: Readonly<Record<Role, string>> = { gateway: 'Gateway', merchant: 'Merchant', kyc: 'KYC provider' }

const frame = (title: string, header: Html, main: Html): string => documentOf({ title, style, header, main })

const navigation = ({ role, others }: Inspected, up: string): Html | undefined =>
  others.length < 2
    ? undefined
    : html`<nav aria-label="Roles">${others.map(other =>
        other === role
          ? html`<a href="${up}${other}" aria-current="page">${titles[other]}</a>`
          : html`<a href="${up}${other}">${titles[other]}</a>`,
      )}</nav>`

const header = (inspected: Inspected, title: string, up = ''): Html => {
  const { name, ocid, address } = inspected
  return html`${navigation(inspected, up)}<h1>${foreign(title)}</h1><p>${name}, OCID ${ocid}, at ${address}</p>`
}

const sectionMarkup = ({ title, columns, rows, total }: Section, at: number): Html => {
  const more = total > rows.length ? `${total}, the newest ${rows.length} shown` : String(total)
  return html`<details><summary>${title}<small data-part="total-${at}">${more}</small></summary>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table>
<thead><tr>${columns.map(column => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody data-part="rows-${at}">${rows.map(row => html`<tr>${row.map(cell => html`<td title="${cell}">${foreign(cell)}</td>`)}</tr>`)}</tbody>
</table></div></details>`
}

/** Writes the state of a role. */
export const stateMarkup = (sections: readonly Section[]): Html => html`${sections.map(sectionMarkup)}`

const tools = html`<div class="tools"><label>Filter<input id="text" type="search" placeholder="Address, OCID, error, request id" autocomplete="off"></label>
<label>Show<select id="kind"><option value="all">everything</option><option value="in">received requests</option>
<option value="out">sent requests</option><option value="refused">refused requests</option></select></label>
<button id="pause" type="button">Pause</button></div>`

/** Writes the page of a role. */
export const rolePage = (inspected: Inspected, sections: readonly Section[], entries: readonly Entry[]): string => {
  const { role } = inspected
  const last = entries.at(-1)?.number ?? 0
  const title = `${titles[role]} inspector`
  return frame(
    title,
    header(inspected, title),
    html`<section class="state" aria-label="State">${stateMarkup(sections)}</section>
<section class="card" aria-labelledby="exchanges"><h2 class="head" id="exchanges">Requests and checks</h2>${tools}
<p class="count" id="count"></p><p class="count alert" id="alert" role="status"></p>
<ul class="list" data-events="${role}/events?after=${last}" data-state="${role}/state" data-most="${longestJournal}">${entries
      .toReversed()
      .map(entry => exchangeItem(role, entry))}</ul><p class="empty" id="empty">Nothing to show yet.</p></section>
<script>${new Markup(script)}</script>`,
  )
}

/** Writes the page of one exchange. */
export const exchangePage = (inspected: Inspected, exchange: Exchange): string => {
  const title = `${exchange.method} ${exchange.id}`
  return frame(title, header(inspected, `Request ${exchange.id}`, '../../'), exchangeMain(inspected.role, exchange))
}

/** Writes a "not found" page. */
export const noticePage = (title: string, text: string): string =>
  frame(title, html`<h1>${title}</h1>`, html`<p>${text}</p>`)
