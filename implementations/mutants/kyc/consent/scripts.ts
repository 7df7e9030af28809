import { consentHeaders } from '../../../../reference/kyc/consent/markup.ts'
import type { ConsentView, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { inBrowser } from '../../../support/in-browser.ts'
import { dataTag, scriptTag } from '../../../support/scripts.ts'
import type { Mutant } from '../../mutant.ts'
import { changePage } from '../support/consent.ts'

/** Adds a script with data to the page; other scripts may run as well. */
const addScript = (script: string, dataOf: (view: ConsentView) => unknown = () => null) => ({
  ...changePage((page, view) =>
    page.replace(
      '</main>',
      () => `<p id="shown"></p></main>${dataTag('data', dataOf(view)).text}${scriptTag(script).text}`,
    ),
  ),
  pageHeaders: ((requester: Parameters<typeof consentHeaders>[0]) => ({
    ...consentHeaders(requester),
    'content-security-policy': "frame-ancestors 'none'; base-uri 'none'",
  })) satisfies KycPolicies['pageHeaders'],
})

const read = `const data = JSON.parse(document.getElementById('data').textContent) ?? ''
const shown = document.getElementById('shown')`

/** Faults of the consent page that only a browser shows, because scripts cause them. */
export const consentScriptMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'a script inserts the name of the requester as markup',
    breaks: 'CONSENT-05',
    story: 'The name arrives as JSON, where it is harmless, and innerHTML was shorter to write.',
    policies: addScript(`${read}\nshown.innerHTML = data`, ({ requester: { name } }) => name ?? null),
    settings: inBrowser,
  },
  {
    name: 'a script removes the markup of the state in a hidden element',
    breaks: 'CONSENT-05',
    story: 'To strip tags, the script has an element parse them and reads its text: by then their scripts have run.',
    policies: addScript(
      `${read}\nconst box = document.createElement('div')\nbox.innerHTML = data\nshown.textContent = box.textContent`,
      ({ grantRequest: { state } }) => state,
    ),
    settings: inBrowser,
  },
  {
    name: 'a script answers for the user',
    breaks: 'CONSENT-04',
    alsoBreaks: ['GRANT-01'],
    story: 'The script was written to spare users the page once they had agreed.',
    policies: addScript(`for (const choice of document.querySelectorAll('[value="granted"]')) choice.checked = true
document.forms[0].submit()`),
    settings: inBrowser,
  },
  {
    name: 'a script answers for a user who waits',
    breaks: 'CONSENT-04',
    alsoBreaks: ['GRANT-01', 'CALLBACK-02', 'CALLBACK-03', 'CALLBACK-05', 'FLOW-04'],
    story: 'Whoever has touched nothing for two seconds was taken to agree.',
    policies: addScript(`const timer = setTimeout(() => {
  for (const choice of document.querySelectorAll('[value="granted"]')) choice.checked = true
  document.forms[0].submit()
}, 2000)
for (const event of ['pointerdown', 'change']) addEventListener(event, () => clearTimeout(timer), true)`),
    settings: inBrowser,
  },
]
