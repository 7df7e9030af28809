import type { Report } from '../../../schemas/messages.ts'
import { headline, verdictTitle, verdictTone } from '../../queries.ts'
import { icon } from '../icons.ts'
import { html, type Markup } from '../markup.ts'
import { readableTime, short } from '../text.ts'

const roleTitles: Readonly<Record<Report['target']['role'], string>> = {
  gateway: 'Payment gateway',
  merchant: 'Merchant',
  kyc: 'KYC provider',
}

/** Renders the head of the page: the target, the verdict and the main facts of the run. */
export const summarySection = (report: Report): Markup => {
  const { target } = report
  return html`<header><p class="over">Conformance report</p>
<h1>${short(target.name ?? roleTitles[target.role], 120)}</h1>
<p class="address">${roleTitles[target.role]} at <code>${short(target.baseUrl)}</code></p>
${verdictBox(report)}
<dl class="facts">${facts(report)}</dl></header>`
}

const verdictBox = (report: Report): Markup => {
  const tone = verdictTone(report)
  return html`<section class="verdict ${tone}" id="verdict">${icon(tone)}<div><h2>${verdictTitle(report)}</h2> <p>${headline(report)}</p></div></section>`
}

const facts = ({ target, partner, run }: Report): (Markup | undefined)[] => [
  fact('Role', target.role),
  fact('OCID', target.ocid),
  fact('Environment', target.environment),
  fact('Tested', html`<time datetime="${run.started}">${readableTime(run.started)}</time>`),
  partner &&
    fact('Tried together with', `${short(partner.name ?? roleTitles[partner.role], 120)} at ${short(partner.baseUrl)}`),
  fact('Depth', run.depth),
  fact('Seed', run.seed),
  target.publicKey === undefined
    ? undefined
    : html`<div class="wide"><dt>Public key</dt><dd class="key">${short(target.publicKey)}</dd></div>`,
]

const fact = (term: string, value: Markup | string | number | undefined): Markup | undefined =>
  value === undefined ? undefined : html`<div><dt>${term}</dt><dd>${value}</dd></div>`
