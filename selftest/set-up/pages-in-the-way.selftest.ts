import { describe, expect, test } from 'vitest'
import type { Implementation } from '../../implementations/implementation.ts'
import { askForPassword, chooseUser } from '../../implementations/support/logins.ts'
import { askBank } from '../../implementations/support/payment-ways.ts'
import { polishPage, readNumber } from '../../implementations/variants/gateway/payment-ways.ts'
import { scriptedCheckoutVariants } from '../../implementations/variants/gateway/scripted-pages.ts'
import { scriptedConsentVariants } from '../../implementations/variants/kyc/scripted-pages.ts'
import type { GatewayPolicies } from '../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../reference/gateway/policies.ts'
import type { KycPolicies } from '../../reference/kyc/contract.ts'
import { kycPolicies } from '../../reference/kyc/policies.ts'
import { formOf } from '../../reference/service/forms.ts'
import { sendPage } from '../../reference/service/page.ts'
import { type Certified, certifyImplementation, clausesThat } from '../certify.ts'
import { withDriver } from '../support/drivers.ts'

/** A conformant implementation whose pages cannot be used unaided: every reason of a blocked check matches `says`. */
type Unusable<Policies> = Implementation<Policies> & { says: RegExp; blocks: readonly string[] }

const script = '<script>document.querySelector("form").addEventListener("submit", send)</script>'

const consentPage = (change: (page: string) => string) => ({
  policies: { consentPage: (view: Parameters<KycPolicies['consentPage']>[0]) => change(kycPolicies.consentPage(view)) },
})

const checkoutPage = (change: (page: string) => string) => ({
  policies: {
    checkoutPage: (view: Parameters<GatewayPolicies['checkoutPage']>[0]) => change(gatewayPolicies.checkoutPage(view)),
  },
})

const decisions = ['CALLBACK-01', 'CALLBACK-02', 'CALLBACK-03', 'CALLBACK-07', 'FLOW-04']
const looks = ['CONSENT-01', 'CONSENT-02', 'CONSENT-05', 'CONSENT-07']

const consentPages: readonly Unusable<KycPolicies>[] = [
  {
    name: 'a form that only a script submits',
    story: 'The button does not submit the form; a handler collects the answers.',
    ...consentPage(page => page.replace('<button>', '<button type="button">').replace('</body>', `${script}</body>`)),
    says: /needs script/,
    blocks: decisions,
  },
  {
    name: 'fields that a script fills in',
    story: 'A handler fills in the two lists when the form is submitted.',
    ...consentPage(page =>
      page
        .replace('</form>', '<input type="hidden" name="granted_permissions"></form>')
        .replaceAll(/name="choice_(\w+)"/g, 'name="ui_$1"')
        .replace('</body>', `${script}</body>`),
    ),
    says: /needs script/,
    blocks: ['CALLBACK-01', 'CALLBACK-02', 'CALLBACK-07'],
  },
  {
    name: 'a script behind a login',
    story: 'The application is one script, for logged-in users.',
    ...chooseUser,
    ...consentPage(page =>
      page.replace(/<main>[\s\S]*<\/main>/, '<div id="app"></div><script src="/app.js"></script>'),
    ),
    says: /needs script/,
    blocks: [...decisions, ...looks],
  },
  {
    name: 'unreadable labels',
    story: 'The page is in Thai, and its buttons are numbered.',
    ...consentPage(page =>
      page
        .replaceAll('value="granted"', 'value="1"')
        .replaceAll('value="denied"', 'value="2"')
        .replaceAll('>Allow<', '>ตกลง<')
        .replaceAll('>Deny<', '>ไม่<'),
    ),
    says: /it is unclear which|no recognized control/,
    blocks: decisions,
  },
  {
    name: 'a login without steps',
    story: 'The operator has not said how to log in.',
    prepare: askForPassword.prepare,
    says: /“text:Password”.*pages\.consent\.login/,
    blocks: [...decisions, ...looks],
  },
  {
    name: 'a wrong password',
    story: 'The password of the test user was changed.',
    ...askForPassword,
    settings: { ...askForPassword.settings, pageSecrets: { 'env:EVE_PASSWORD': 'outdated-1' } },
    says: /the login does not lead to the consent page.*pages\.consent\.login/,
    blocks: [...decisions, ...looks],
  },
]

const paymentPages: readonly Unusable<GatewayPolicies>[] = [
  {
    name: 'a bank at an unlisted origin',
    story: '3-D Secure.',
    prepare: askBank,
    says: /http:\/\/localhost:\d+.*pages\.checkout\.origins/,
    blocks: ['PAGE-03', 'PAGE-04', 'NOTIFY-01'],
  },
  {
    name: 'unreadable buttons, and a field that is not filled in',
    story: 'The page is in Polish.',
    policies: { checkoutPage: polishPage },
    prepare: readNumber,
    says: /“button:Zapłać teraz”.*pages\.checkout/,
    blocks: ['PAGE-02', 'PAGE-03', 'PAGE-04', 'NOTIFY-01'],
  },
  {
    name: 'a missing card number',
    story: 'The field is required for every way to pay; a page says so.',
    ...checkoutPage(page => page.replace('<button', '<label>Card number <input name="card"></label><button')),
    prepare: server =>
      void server.addHook('preHandler', async (request, reply) => {
        const form = formOf(request)
        const isPayment = request.url.startsWith('/checkout/') && form.get('action') === 'pay'
        return isPayment && !form.get('card')
          ? sendPage(reply, 422, { text: '<!doctype html><title>Card</title><p>The card number is missing.</p>' })
          : undefined
      }),
    says: /there is no sign that the payment succeeded.*pages\.checkout\.pay|the payment asks for more/,
    blocks: ['PAGE-03', 'PAGE-04', 'NOTIFY-01'],
  },
  {
    name: 'a test card that is declined',
    story: 'Only another number works.',
    policies: { charge: async () => false },
    says: /there is no sign that the payment succeeded/,
    blocks: ['PAGE-03', 'NOTIFY-01'],
  },
  {
    name: 'scripts that pay and cancel',
    story: 'The buttons belong to an application.',
    ...checkoutPage(page =>
      page.replaceAll('<button', '<button type="button"').replace('</body>', '<script src="/app.js"></script></body>'),
    ),
    says: /needs script/,
    blocks: ['PAGE-02', 'PAGE-03', 'PAGE-04', 'NOTIFY-01'],
  },
  {
    name: 'a page larger than the read limit',
    story: 'All pictures are inlined.',
    ...checkoutPage(page => page.replace('<main>', `<img src="data:image/png;base64,${'A'.repeat(1_100_000)}"><main>`)),
    says: /larger than the harness reads/,
    blocks: ['PAGE-01', 'PAGE-02'],
  },
]

/** Expects that no clause fails, and that the reasons name the obstacle and where to read on. */
const expectBlocked = (certified: Certified, { says, blocks }: Pick<Unusable<unknown>, 'says' | 'blocks'>) => {
  expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
  expect(clausesThat(certified, 'blocked')).toEqual(expect.arrayContaining([...blocks]))
  expect(certified.exitCode).toBe(3)
  const reasons = certified.report.clauses.filter(({ id }) => blocks.includes(id)).map(({ reason }) => reason)
  for (const reason of reasons) expect(reason).toMatch(says)
  expect(reasons.join()).not.toContain('outdated-1')
}

describe('a page that cannot be used blocks its clauses, and fails none', () => {
  test.each(consentPages)('consent: $name', async ({ says, blocks, ...provider }) => {
    const only = ['CONSENT-*', 'CALLBACK-01', 'CALLBACK-02', 'CALLBACK-03', 'CALLBACK-07', 'FLOW-04']
    expectBlocked(await certifyImplementation('kyc', provider, { only }), { says, blocks })
  })

  test.each(paymentPages)('payment: $name', async ({ says, blocks, ...gateway }) => {
    const only = ['PAGE-01', 'PAGE-02', 'PAGE-03', 'PAGE-04', 'NOTIFY-01']
    expectBlocked(await certifyImplementation('gateway', gateway, { only }), { says, blocks })
  })

  test.each(scriptedConsentVariants)('consent without a browser: $name', async variant => {
    const says = /needs script.*pages\.consent/
    expectBlocked(await certifyImplementation('kyc', withDriver('forms', variant)), {
      says,
      blocks: [...decisions, ...looks],
    })
  })

  test.each(scriptedCheckoutVariants)('payment without a browser: $name', async variant => {
    const says = /needs script.*pages\.checkout/
    const blocks = ['PAGE-03', 'PAGE-04', 'PAGE-10', 'NOTIFY-01', 'CHECKOUT-13']
    const only = ['PAGE-*', 'FLOW-03', 'NOTIFY-01', 'CHECKOUT-13']
    expectBlocked(await certifyImplementation('gateway', withDriver('forms', variant), { only }), { says, blocks })
  })
})

test('the preflight says whether there was a login, and whether it succeeded', async () => {
  const findingFor = async (provider: Implementation<KycPolicies>) => {
    const { report } = await certifyImplementation('kyc', provider, { only: ['GRANT-01'] })
    return report.preflight?.find(({ name }) => name === 'users')
  }
  const about = { name: 'a login', story: 'The users have accounts.' }
  expect(await findingFor({ ...about, ...askForPassword })).toMatchObject({
    ok: true,
    message: expect.stringContaining('leads to the consent page, by way of “Sign in”'),
  })
  expect(await findingFor({ ...about, prepare: askForPassword.prepare })).toMatchObject({
    ok: false,
    message: expect.stringContaining('“Sign in”'),
    remedy: expect.stringContaining('pages.consent.login'),
  })
})
