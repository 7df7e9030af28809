import { stepKinds } from '../../pages/document/steps.ts'

type Part = { head: string; text: string }

const kinds = Object.entries(stepKinds).map(([kind, { example, does }]) => `${kind}: ${does}: "${example}"`)

const login = `"consent": { "origins": ["https://login.example"], "login": ["text:E-mail address=a@b.example", "text:Password=env:TEST_PASSWORD", "button:Sign in"] }`

/** Explains `pages` in the config: how the harness finds its way on a page, and how to help it. */
export const pageParts: readonly Part[] = [
  {
    head: 'pages (in oc-conformance.config.json)',
    text: `The harness opens the hosted page of a gateway ("checkout") and the consent page of a KYC provider ("consent") as a user does: it keeps cookies, follows redirects, fills in forms and presses buttons. It finds the controls by their names. If it cannot find them, the checks behind the page are blocked, and the reason names the controls of the page. Then name the steps under "pages".`,
  },
  {
    head: 'Steps',
    text: `An action is one step or a list of steps, in order, over as many pages as needed. A step names a control by its text on the page: its label, text or aria-label, as a whole or a part that only one control has.\n${kinds.join('\n')}`,
  },
  {
    head: 'Actions',
    text: `pages.checkout: login (before the hosted page), pay, fail (a payment that is declined), cancel.\npages.consent: login (before the consent page), grant, deny ({permission} stands for the identifier, as in "radio:Allow {permission}"), submit.`,
  },
  {
    head: 'What is guessed without steps',
    text: `Buttons and links with the usual words, in English, German, French and Spanish, some in Italian, Dutch and Portuguese: pay, buy, confirm; cancel, back to the shop; declined card; allow, deny; save, send, continue. The numbers of a test card and other required fields. One button that leads on, such as "Continue as Eve". If several buttons look the same, none is pressed: the reason asks which one to press, and gives the config line for each. In other languages, the harness goes by the structure: the one button of a form that has the fields of a card or a choice of ways to pay; the only other button cancels. A check that relies on a guess and does not lead where it should is blocked, not failed.`,
  },
  {
    head: 'Buttons that are disabled',
    text: `In a browser, a disabled button is pressed once a script of the page enables it: the harness fills in the form and waits for this. A button that stays disabled blocks the check: the reason names the fields that are still empty, and the config line to add. "checkbox:I accept the terms" before "button:Pay now" ticks a box that no attribute marks as required. The driver "forms" leaves such a page to the browser.`,
  },
  {
    head: 'Login',
    text: `The harness logs in before it inspects or uses a page. A button that continues without a password needs no step. Anything else needs pages.consent.login or pages.checkout.login:\n${login}`,
  },
  {
    head: 'Further origins',
    text: `The origin of the API, the origin of redirect_url, and the first other origin to which a request for consent leads are allowed. "origins" lists further origins: a login, a bank, 3-D Secure. No other URL is ever fetched. An internal address (localhost, private, link-local) to which a target elsewhere leads must be named there, or in target.origins.`,
  },
  {
    head: 'Secrets',
    text: `"text:Password=env:NAME" types the value of an environment variable, "text:Password=file:PATH" types the content of a file (relative to the config). Neither reaches a report, the evidence or a message. A value written into the config itself is not secret.`,
  },
  {
    head: 'Drivers',
    text: `"driver": "forms" uses HTML forms over HTTP: scripts do not run. "browser" shows the pages in a Chromium, Chrome or Edge of this machine (a headless shell if there is one, else the first browser that is found, or --browser PATH), with the package playwright-core: npm install playwright-core. It finds the controls by role and name as a screen reader reads them, also in shadow trees and frames; the browser has no network, and the harness makes each request of a page. As root, it runs without its sandbox. "auto" (the default) uses forms if they are enough, else a browser if there is one, else it asks you if there is a terminal. "person" asks you.`,
  },
  {
    head: 'A person',
    text: `The first time that you are needed, the run prints the address of a page on this machine, and opens it where there is a desktop. It lists what to do: pay this order, cancel that one, allow these permissions. Each task has a link, and "I cannot". The run continues on its own when your browser comes back to the counterpart; if the callback leads elsewhere, paste its URL. The checks wait together, so that you are done in one or two sittings, and the rest of the run continues. Forged submissions, series of steps and requests at the same moment still use forms, and you try two of the generated values. If no one does anything for ten minutes (patience.person), or with --no-person or without a terminal, only the checks that need you are blocked. --depth quick asks the least of you.`,
  },
  {
    head: 'What was seen',
    text: `A blocked or failed check names the page by its title and address. exchanges.ndjson in the report folder, and report.html, have every page as received.`,
  },
]
