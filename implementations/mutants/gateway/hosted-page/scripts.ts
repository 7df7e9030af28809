import type { FastifyInstance } from 'fastify'
import type { CheckoutView, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { html } from '../../../../reference/service/html.ts'
import { pageHeaders } from '../../../../reference/service/page.ts'
import { inBrowser } from '../../../support/in-browser.ts'
import { dataTag, scriptTag } from '../../../support/scripts.ts'
import {
  bareForm,
  radioButtons,
  scriptedButtons,
  scriptedPage,
} from '../../../variants/gateway/support/scripted-pages.ts'
import type { Mutant } from '../../mutant.ts'

/** Makes a script of the page show the memo, which it gets as JSON; other scripts may run as well. */
const showMemoBy = (script: string): Pick<GatewayPolicies, 'checkoutPage' | 'pageHeaders'> => ({
  checkoutPage: (view: CheckoutView) => {
    const { memo = '' } = view.session.order
    const page = gatewayPolicies.checkoutPage(view).replace(/<p class="memo">[\s\S]*?<\/p>/, '')
    const tags = `<p id="shown"></p>${dataTag('memo', memo).text}${scriptTag(script).text}`
    return page.replace('</main>', () => `${tags}</main>`)
  },
  pageHeaders: { ...pageHeaders, 'content-security-policy': "frame-ancestors 'none'; base-uri 'none'" },
})

const read = `const memo = JSON.parse(document.getElementById('memo').textContent)
const shown = document.getElementById('shown')`

const payInScript = `for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', async () => {
    const [form] = document.forms
    form.elements.namedItem('action').value = button.value
    const headers = { 'x-in-script': 'yes' }
    const answer = await fetch(form.getAttribute('action'), { method: 'POST', body: new URLSearchParams(new FormData(form)), headers })
    location.assign(answer.ok ? (await answer.json()).to : location.href)
  })`

/** Tells scripts where their page must go; browsers follow no redirect to another site for them. */
const answerScripts = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ headers }, reply, payload) => {
    const to = reply.getHeader('location')
    if (headers['x-in-script'] === undefined || to === undefined) return payload
    reply.code(200).removeHeader('location').type('application/json')
    return JSON.stringify({ to })
  })
}

/** Reads a session, and pays it once the acquirer has answered. */
const payAfterAcquirer: Partial<GatewayPolicies> = {
  runExclusive: (_mutexes, _key, task) => task(),
  charge: async ({ succeeds }) => {
    await new Promise(resolve => setTimeout(resolve, 500))
    return succeeds
  },
}

/** Faults of the hosted page that only a browser shows, because scripts cause them. */
export const hostedPageScriptMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a script inserts the memo as markup',
    breaks: 'PAGE-09',
    story: 'The memo arrives as JSON, where it is harmless, and innerHTML was shorter to write.',
    policies: showMemoBy(`${read}\nshown.innerHTML = memo`),
    settings: inBrowser,
  },
  {
    name: 'a script removes the markup of the memo in a hidden element',
    breaks: 'PAGE-09',
    story: 'To strip tags, the script has an element parse them and reads its text: by then their scripts have run.',
    policies: showMemoBy(
      `${read}\nconst box = document.createElement('div')\nbox.innerHTML = memo\nshown.textContent = box.textContent`,
    ),
    settings: inBrowser,
  },
  {
    name: 'each click of an application pays',
    breaks: 'PAGE-05',
    alsoBreaks: ['FLOW-03'],
    story: 'The form became a fetch, and the button stays enabled during the request to the acquirer.',
    policies: {
      ...scriptedPage(view => html`${bareForm(view, radioButtons(view))}${scriptedButtons}`, payInScript),
      ...payAfterAcquirer,
    },
    prepare: answerScripts,
    settings: inBrowser,
  },
]
