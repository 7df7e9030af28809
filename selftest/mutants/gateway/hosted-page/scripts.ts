import type { CheckoutView, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { pageHeaders } from '../../../../reference/service/page.ts'
import { inBrowser } from '../../../support/drivers.ts'
import { dataTag, scriptTag } from '../../../support/scripts.ts'
import type { Mutant } from '../../mutant.ts'

/** Has a script of the page show the memo, which comes as JSON; nothing keeps other scripts from running. */
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

/** Faults of the hosted page that only a browser shows, since scripts make them. */
export const hostedPageScriptMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a script inserts the memo as markup',
    breaks: 'PAGE-09',
    story: 'The memo comes as JSON, where it is harmless, and innerHTML was shorter to write.',
    policies: showMemoBy(`${read}\nshown.innerHTML = memo`),
    settings: inBrowser,
  },
  {
    name: 'a script removes the markup of the memo in an element that nobody sees',
    breaks: 'PAGE-09',
    story:
      'To strip the tags the script lets an element parse them, and takes its text: what is in them has run by then.',
    policies: showMemoBy(
      `${read}\nconst box = document.createElement('div')\nbox.innerHTML = memo\nshown.textContent = box.textContent`,
    ),
    settings: inBrowser,
  },
]
